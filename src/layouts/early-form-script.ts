/**
 * The script before a prerendered form: whoever types before the form is alive loses nothing, and is asked before the page
 * is left while nothing can save it yet. Rule: it is the same on every page, byte for byte, since the content security
 * policy lists it by hash; it keeps what it notes in the page only. Its other half is islands/wizard/early-typing.ts.
 */
import { DRAFT_SIGN_KEY } from '../domain/application/draft-sign.ts';
import { WIZARD_ROUTES } from '../domain/application/steps.ts';
import { APPLICATION_TYPES } from '../domain/application/types.ts';

/**
 * `data-draft="opening"` on the document keeps the form out of sight until the draft is in it: where the device holds one,
 * and on pages that need one. The form of someone who has just chosen a type is empty, and is there at once. Either is shown
 * in a few frames, so that a slow phone answers to the hand in between: `none` draws all but its sections; `few`, `some`, `more`
 * and `most` more and more of the first one, `next` a part of the second (islands/wizard/wizard.css). Each has its style
 * worked out in one task and is laid out in another, before the frame that paints it.
 */
export const earlyFormScript = `((d,l)=>{
let page=d.documentElement.dataset,soon=act=>window.scheduler?.postTask?window.scheduler.postTask(act,{priority:'user-blocking'}):setTimeout(act),
style=()=>getComputedStyle(d.querySelector('.step-section>:last-child,h1')||d.body.lastElementChild).color,layOut=()=>soon(()=>d.body.offsetHeight),next=act=>requestAnimationFrame(()=>setTimeout(()=>{act();style();layOut()})),
turn=after=>{let now={none:'few',few:'some',some:'more',more:'most',most:'next'}[after]||'none';page.draft=now;next(()=>page.draft===now&&(now==='next'?delete page.draft:turn(now)))},
early=window.earlyForm={typed:new Map,shown:new Map,composing:null,pressed:false,show(after){turn(after);layOut()}},on=(event,act)=>d.addEventListener(event,act,true),
mark=()=>{let kept;try{kept=localStorage.getItem('${DRAFT_SIGN_KEY}')}catch{}
early.asked=l.pathname.endsWith('${WIZARD_ROUTES.person}')&&/[?&]type=(${APPLICATION_TYPES.join('|')})(&|$)/.test(l.search);
page.draft=kept||!early.asked?'opening':'none';soon(style);layOut();
if(page.draft==='none')d.readyState==='loading'?d.addEventListener('readystatechange',()=>early.show(),{once:true}):early.show()},
inEarly=({target:c})=>c?.closest?.('[data-early]')?c:null,
note=e=>{let c=inEarly(e);if(c?.name&&c.type!=='password')early.typed.set(c,c.value)};
on('input',note);on('change',note);
addEventListener('beforeunload',e=>[...early.typed.keys()].some(c=>c.isConnected)&&e.preventDefault());
on('compositionstart',e=>early.composing=inEarly(e));
on('compositionend',()=>early.composing=null);
on('click',e=>{let b=e.target.closest?.('[data-early-submit]');if(b?.type==='button'){early.pressed=true;b.setAttribute('data-busy','')}});
on('astro:after-swap',mark);mark();page.first='';next(()=>delete page.first)
})(document,location)`;
