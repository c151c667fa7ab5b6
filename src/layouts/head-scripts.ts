/**
 * Scripts that run in the head before anything is painted. Rule: each is the same on every page, byte for byte, since the
 * content security policy lists them by hash.
 */

import { RETURN_KEY, SIGNED_IN_KEY, TOKEN_KEY } from '../domain/account/session.ts';
import { DEFAULT_LOCALE, LOCALES } from '../domain/i18n/locales.ts';
import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE_KEY } from '../domain/i18n/negotiate.ts';

const LANGUAGES = LOCALES.join('|');

/**
 * At a negotiated address, goes to the language that only the browser's storage knows; then keeps what was found in local
 * storage and cookie. An address that names its language is left alone. Order: domain/i18n/negotiate.ts.
 */
export const localeHeadScript = `(function(){
var l=location;if(/^\\/(${LANGUAGES})(\\/|$)/.test(l.pathname))return;
function ok(v){v=(v||'').trim().toLowerCase().split(/[-_]/)[0];return /^(${LANGUAGES})$/.test(v)?v:''}
function kept(s){try{return ok(window[s].getItem('${LOCALE_STORAGE_KEY}'))}catch(e){return ''}}
var d=document,c=d.cookie.match(/(?:^|; )${LOCALE_COOKIE}=([^;]*)/),here=d.documentElement.lang,
lang=ok(new URLSearchParams(l.search).get('${LOCALE_QUERY}'))||ok(c&&c[1])||kept('localStorage')||kept('sessionStorage')||here;
try{localStorage.setItem('${LOCALE_STORAGE_KEY}',lang)}catch(e){}
d.cookie='${LOCALE_COOKIE}='+lang+'; Path=/; Max-Age=31536000; SameSite=Lax';
if(lang!==here)l.replace('/'+lang+(l.pathname==='/'?'':l.pathname)+l.search+l.hash)
})()`;

/**
 * Sends a visitor who is not signed in to the landing page; the token and the flag are both needed (specification §2).
 * Whoever's token was refused a moment ago is told so where they sign in (stores/account/return-to.ts). A page that the
 * browser kept whole and brings back by "back" is checked again: it slept through a sign-out.
 */
export const profileGuardScript = `(function(){
function check(){var s={},r;try{r=sessionStorage.getItem('${RETURN_KEY}');s={t:localStorage.getItem('${TOKEN_KEY}'),f:localStorage.getItem('${SIGNED_IN_KEY}'),l:localStorage.getItem('${LOCALE_STORAGE_KEY}')}}catch(e){}
if(s.t&&s.f)return;
var named=/^\\/(${LANGUAGES})(\\/|$)/.exec(location.pathname);
location.replace('/'+(named?named[1]:/^(${LANGUAGES})$/.test(s.l)?s.l:document.documentElement.lang||'${DEFAULT_LOCALE}')+(r?'/auth/login':''))}
check();addEventListener('pageshow',function(e){if(e.persisted)check()})
})()`;
