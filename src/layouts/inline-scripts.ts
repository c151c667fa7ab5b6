/**
 * Scripts that are inline in pages. Rule: each is the same on every page, byte for byte, since the content security policy lists
 * them by hash (build/security-headers.ts).
 */
import {
  MAIL_QUERY,
  MAIL_QUERY_VALUE,
  RECORD_KEY,
  RETURN_KEY,
  SIGNED_IN_AT_KEY,
  SIGNED_IN_KEY,
  SIGNED_IN_VALUE,
  TOKEN_KEY,
} from '../domain/account/session.ts';
import { DRAFT_SIGN_KEY } from '../domain/application/steps.ts';
import { DEFAULT_LOCALE, LOCALES } from '../domain/i18n/locales.ts';
import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE_KEY } from '../domain/i18n/paths.ts';

export const OLD_BROWSER_ROUTE = '/old-browser';

const LANGUAGES = LOCALES.join('|');

/**
 * Of every page, before it is painted; minified by hand, and its line breaks are left out.
 *
 * Removes the applicant's record from the tab once the session that it was read in is over (stores/account/record.ts; the
 * record's first text is its session): when another tab ends the session, and whenever the page is shown.
 *
 * Redirects to the language that a query asks for, and at a negotiated address to the one that only the browser's storage knows;
 * then saves the language in local storage and cookie. An address that names its language, and asks for none, is left alone.
 * Order: domain/i18n/negotiate.ts.
 *
 * `k` reads a language from what its function returns; errors, such as refused storage, count as none.
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
 * Of pages with islands: leads a browser that is older than those of content/browsers.ts to the page that says so. It is written
 * for any browser. What it asks for came with the oldest that are served, or shortly before.
 */
export const oldBrowserScript = `(function(){try{
if([].findLast&&CSS.supports('color','color-mix(in srgb,red,red)')&&new RegExp('(?<=a)b'))return
}catch(e){}
location.replace('/'+document.documentElement.lang+'${OLD_BROWSER_ROUTE}')})()`.replace(/\n/g, '');

/**
 * Shows the notice of PageNotices.astro where the scripts of an island could not be fetched: the prerendered page would look
 * complete, and nothing on it would respond. Astro reports it by an event; for what it imports before the first island
 * (astro-i18next's script) nothing handles the rejection.
 */
const incompleteNotice = `for(let failure of['astro:hydration-error','unhandledrejection'])addEventListener(failure,()=>{
let notice=document.getElementById('incomplete');
if(document.querySelector('astro-island[ssr]')){notice.querySelector('button').onclick=()=>location.reload();notice.hidden=false}})`;

/**
 * What the router may turn from text into markup and scripts (W3C Trusted Types, "default policy"): the page it parses, the
 * scripts of that page once they are in the document, and script files of the build. Anything else is refused. The content
 * security policy still has to allow each script.
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
 * Redirects a visitor who is not signed in to the landing page; token and flag are both needed (specification §2). An address
 * with the mark of a link in a mail leads to the sign-in page, which says why and returns afterwards
 * (docs/decisions/deep-links.md), and so does a session that has just ended (stores/api/token.ts, `leadsToSignIn`).
 * A page from the back/forward cache is checked again: it may have missed a sign-out.
 */
export const profileGuardScript = `(function(){
function check(){var s={},r='',q=new URLSearchParams(location.search),language=/^(${LANGUAGES})(?![a-z])/i;
try{r=sessionStorage.getItem('${RETURN_KEY}')||'';s={t:localStorage.getItem('${TOKEN_KEY}'),f:localStorage.getItem('${SIGNED_IN_KEY}'),l:localStorage.getItem('${LOCALE_STORAGE_KEY}')}}catch(e){}
if(s.t&&s.f=='${SIGNED_IN_VALUE}')return;
var signIn=/"reason":"(ended|missing|refresh)"/.test(r),page=/\\/profile(\\/[a-z]+)*(?=\\/?$)/.exec(location.pathname);
if(page&&q.get('${MAIL_QUERY}')=='${MAIL_QUERY_VALUE}'){if(!signIn||r.indexOf('"'+page[0]+'"')<0)try{sessionStorage.setItem('${RETURN_KEY}',JSON.stringify({reason:'link',route:page[0]}))}catch(e){}signIn=true}
var found=[q.get('${LOCALE_QUERY}'),location.pathname.slice(1),s.l,document.documentElement.lang,'${DEFAULT_LOCALE}'].map(function(text){return language.exec(text||'')}).filter(Boolean)[0];
location.replace('/'+found[1].toLowerCase()+(signIn?'/auth/login':''))}
check();addEventListener('pageshow',function(e){if(e.persisted)check()})
})()`;

/**
 * Of pages with a prerendered form, before it: records what is typed until the form is hydrated, and asks before the page is
 * left while nothing can save it. Where the device holds a draft, the form is hidden until the draft is in it; one that
 * persists in the other language stays visible. What it records is kept in the page only; islands/fields/early-typing.ts
 * takes it over.
 */
export const earlyFormScript = `((d,early)=>{
let on=(event,act)=>d.addEventListener(event,act,true),
mark=()=>{try{if(localStorage.getItem('${DRAFT_SIGN_KEY}'))d.documentElement.dataset.draft='opening'}catch{}},
note=({target:c})=>{if(c.closest?.('[data-early]')&&c.name&&c.type!=='password')early.typed.set(c,c.value)};
window.earlyForm=early;
on('input',note);on('change',note);
on('click',e=>{let b=e.target.closest?.('[data-early-submit]');if(b?.type==='button'){early.pressed=true;b.setAttribute('data-busy','')}});
addEventListener('beforeunload',e=>[...early.typed.keys()].some(c=>c.isConnected)&&e.preventDefault());
on('astro:after-swap',()=>d.querySelector('.draft-gate[data-phase=loading]')&&mark());mark()
})(document,{typed:new Map,pressed:false})`;

/**
 * Of pages that links of parcels open, before anything else: takes the secret out of the address, so that neither a copied
 * address nor the history has it, however long the rest of the page takes to load. stores/parcel/link.ts takes it over.
 */
export const linkSecretScript =
  "if(location.hash){window.linkSecret=location.hash.slice(1);history.replaceState(history.state,'',location.pathname+location.search)}";
