/**
 * Scripts that run in the head before anything is painted. Rule: each is the same on every page, byte for byte, since the
 * content security policy lists them by hash.
 */

import { RECORD_KEY, RETURN_KEY, SIGNED_IN_AT_KEY, SIGNED_IN_KEY, TOKEN_KEY } from '../domain/account/session.ts';
import { DEFAULT_LOCALE, LOCALES } from '../domain/i18n/locales.ts';
import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE_KEY } from '../domain/i18n/negotiate.ts';

const LANGUAGES = LOCALES.join('|');

/**
 * What every page starts with. Written short, since every page carries it; the line breaks are left out.
 *
 * Takes the applicant's record from the tab once the session is over that it was read in (stores/account/record.ts; the
 * record's first text is its session), on pages too that know nothing of accounts: when another tab ends the session, and when
 * a page is shown, be it for having slept through that.
 *
 * Goes to the language that a query asks for, and at a negotiated address to the one that only the browser's storage knows;
 * then keeps what was found in local storage and cookie. An address that names its language, and asks for none, is left
 * alone. Order: domain/i18n/negotiate.ts.
 *
 * `k` reads a language from what its function gives, and is silent where the browser refuses storage.
 */
export const headScript = `((d,l)=>{
let k=f=>{try{return/^\\s*(${LANGUAGES})([-_]|\\s*$)/i.exec(f())[1].toLowerCase()}catch{}},h=d.documentElement.lang,q=new URLSearchParams(l.search),
p=l.pathname.replace(/^\\/(${LANGUAGES})(?=\\/|$)/,''),
n=k(()=>q.get('${LOCALE_QUERY}'))||(p==l.pathname?k(()=>/(^|; )${LOCALE_COOKIE}=([^;]*)/.exec(d.cookie)[2])||k(()=>localStorage.${LOCALE_STORAGE_KEY})||k(()=>sessionStorage.${LOCALE_STORAGE_KEY})||h:'');
onpageshow=onstorage=()=>k(()=>localStorage.${SIGNED_IN_AT_KEY}==sessionStorage.${RECORD_KEY}.split('"')[3]||delete sessionStorage.${RECORD_KEY});
if(n){
k(()=>localStorage.${LOCALE_STORAGE_KEY}=n);
d.cookie='${LOCALE_COOKIE}='+n+'; Path=/; Max-Age=31536000; SameSite=Lax; Secure';
q.delete('${LOCALE_QUERY}');
if(n!=h)l.replace('/'+n+(p=='/'?'':p)+(q+''&&'?'+q)+l.hash)}
})(document,location)`.replaceAll('\n', '');

/**
 * Shows the notice of Base.astro where the scripts of an island did not come, also when they were asked for a second time:
 * else the page would look whole, and nothing on it would work. Astro tells so with an event of its own; for what it fetches
 * before the first island (astro-i18next's words) nobody catches the failure.
 */
const incompleteNotice = `for(let failure of['astro:hydration-error','unhandledrejection'])addEventListener(failure,()=>{
let notice=document.getElementById('incomplete');
if(document.querySelector('astro-island[ssr]')){notice.querySelector('button').onclick=()=>location.reload();notice.hidden=false}})`;

/**
 * What the router may turn from text into markup and scripts (W3C Trusted Types, "default policy"): the page it parses, the
 * scripts of that page once it stands in the document, and script files of the build. Whatever else tries is refused. The
 * content security policy still has to allow each script (build/security-headers.ts).
 */
const routerPolicy = `window.trustedTypes?.createPolicy('default',(ofPage=>({
createHTML:(text,type,sink)=>sink==='DOMParser parseFromString'?text:ofPage(text),
createScript:ofPage,
createScriptURL:url=>url.startsWith('/_astro/')?url:null
}))(text=>[...document.scripts].some(script=>script.text===text)?text:null))`;

/** Of pages that replace each other. */
export const routedHeadScript = `${routerPolicy};
${incompleteNotice}`;

/**
 * Sends away a visitor who is not signed in; the token and the flag are both needed (specification §2). From the account's
 * own address to the landing page; from a page below it, where links in mails lead, to the sign-in page, which says why and
 * comes back (decisions.md "Status"). Whoever's token was refused a moment ago is told so there
 * (stores/api/token.ts). A page that the browser kept whole and brings back by "back" is checked again: it slept
 * through a sign-out.
 */
export const profileGuardScript = `(function(){
function check(){var s={},r;try{r=sessionStorage.getItem('${RETURN_KEY}');s={t:localStorage.getItem('${TOKEN_KEY}'),f:localStorage.getItem('${SIGNED_IN_KEY}'),l:localStorage.getItem('${LOCALE_STORAGE_KEY}')}}catch(e){}
if(s.t&&s.f)return;
var named=/^\\/(${LANGUAGES})(\\/|$)/.exec(location.pathname),below=/\\/profile\\/[a-z\\/]+$/.exec(location.pathname);
if(!r&&below)try{sessionStorage.setItem('${RETURN_KEY}',JSON.stringify({reason:'link',route:below[0]}));r=1}catch(e){}
location.replace('/'+(named?named[1]:/^(${LANGUAGES})$/.test(s.l)?s.l:document.documentElement.lang||'${DEFAULT_LOCALE}')+(r?'/auth/login':''))}
check();addEventListener('pageshow',function(e){if(e.persisted)check()})
})()`;
