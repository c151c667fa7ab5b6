/**
 * The script before a prerendered form: whoever types before the form is hydrated loses nothing, and is asked before the page
 * is left while nothing can save it yet. Where the device holds a draft the form is out of sight until the draft is in it; one
 * that lives on in the other language stays in sight.
 * Rule: it is the same on every page, byte for byte, since the content security policy lists it by hash; it keeps what it
 * notes in the page only. Its other half is islands/fields/early-typing.ts.
 */
import { DRAFT_SIGN_KEY } from '../domain/application/draft-sign.ts';

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
