/**
 * The script in the head of pages with prerendered forms: whoever types before the form is alive loses nothing. Rule: it is
 * the same on every page, byte for byte, since the content security policy lists it by hash; it keeps what it notes in the
 * page only. Its other half is islands/wizard/early-typing.ts.
 */
import { DRAFT_SIGN_KEY } from '../domain/application/draft-sign.ts';
import { WIZARD_ROUTES } from '../domain/application/steps.ts';
import { APPLICATION_TYPES } from '../domain/application/types.ts';

/**
 * `data-draft="opening"` on the document keeps the form out of sight until the draft is in it: where the device holds one,
 * and on pages that need one. The form of someone who has just chosen a type is empty, and is there at once.
 */
export const earlyFormScript = `(function(){
var d=document,w=window,early=w.earlyForm={typed:new Map,composing:null,pressed:false};
function mark(){var kept=null;try{kept=localStorage.getItem('${DRAFT_SIGN_KEY}')}catch(e){}
if(kept||!(location.pathname.endsWith('${WIZARD_ROUTES.person}')&&/[?&]type=(${APPLICATION_TYPES.join('|')})(&|$)/.test(location.search)))d.documentElement.setAttribute('data-draft','opening')}
function inEarly(e){var c=e.target;return c&&c.closest&&c.closest('[data-early]')?c:null}
function note(e){var c=inEarly(e);if(c&&c.name&&c.type!=='password')early.typed.set(c,c.value)}
d.addEventListener('input',note,true);d.addEventListener('change',note,true);
d.addEventListener('compositionstart',function(e){early.composing=inEarly(e)},true);
d.addEventListener('compositionend',function(){early.composing=null},true);
d.addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('[data-early-submit]');if(b&&b.type==='button'){early.pressed=true;b.setAttribute('data-busy','')}},true);
d.addEventListener('astro:after-swap',mark);mark()
})()`;
