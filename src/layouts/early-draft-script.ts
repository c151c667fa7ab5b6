/**
 * The second script in the head of pages with prerendered forms: puts the draft into the form before React is there, and
 * shows it. Rule: it fills in what the live form would show, and nothing else; what it can't show waits out of sight, at its
 * place, and so does the whole form wherever something else than a form may have to be shown. It writes nothing, and is the
 * same on every page, byte for byte. Its other half is islands/wizard/early-typing.ts.
 */
import { FIELDS } from '../domain/application/fields.ts';
import { REVIEW_HASH } from '../domain/application/steps.ts';
import { APPLICATION_TYPES } from '../domain/application/types.ts';
import { INTL_TAGS } from '../domain/i18n/locales.ts';
import { DRAFT_LOCK } from '../stores/application/draft-lock.ts';
import { DRAFT_KEY, DRAFT_LIFE_MS, VERSIONS } from '../stores/application/draft-record.ts';
import { DRAFT_DATABASE, DRAFT_STORE } from '../stores/application/draft-storage.ts';

const TYPES = APPLICATION_TYPES.join('|');
const COUNTRIES = Object.entries(FIELDS).flatMap(([name, { kind }]) => (kind === 'country' ? [name] : []));

/**
 * A "yes" is not shown before what it opens. The lock is asked for and let go at once: whoever gets it knows that no other
 * tab writes, and a page that is being reloaded is waited for. A database that is not there yet is not made here.
 */
export const earlyDraftScript = `((d,l,early)=>{
let root=d.documentElement,[,type]=/\\/(${TYPES})$/.exec(l.pathname)||[],database,free,
read=()=>{if(database&&free)try{database.transaction('${DRAFT_STORE}').objectStore('${DRAFT_STORE}').get('${DRAFT_KEY}').onsuccess=take}catch{}},
take=e=>{
let r=e.target.result;
if(!r||r.version!==${VERSIONS.current}||!(Date.now()-Date.parse(r.changedAt)<=${DRAFT_LIFE_MS}))return;
let data=type?r.step2Data:r.step1Data;
if(!data||!(type?r.stepStatus>0&&(!r.type||r.type===type):r.type||early.asked))return;
let show=()=>{
if(early.alive)return;
let parsed=d.readyState!=='loading',button=d.querySelector('[data-early-submit]');
d.querySelectorAll('[data-early=""]').forEach(e=>{
if(!parsed&&!e.nextElementSibling)return;
e.querySelectorAll('[name]').forEach(fill);
e.dataset.early=root.dataset.draft='filled'});
if(button&&r.stepStatus===3)wait(button);
if(parsed)watch.disconnect()},
watch=new MutationObserver(show),
wait=c=>(c.closest('.file,.choices')||c).dataset.waits='',
fill=c=>{
let path=c.name.split('.'),last=path.pop(),at=path.reduce((o,key)=>o&&o[key]||{},data),v=at[last];
if(c.type==='file')return v&&wait(c);
if(typeof v!=='string')v='';
if(c.type==='radio'){c.checked=c.value===v;if(v==='yes')wait(c)}
else if(c.type==='checkbox')c.checked=v==='yes';
else{
if(v&&/^(${COUNTRIES.join('|')})$/.test(c.name))try{c.append(new Option(new Intl.DisplayNames(${JSON.stringify(INTL_TAGS)}[root.lang],{type:'region'}).of(v),v))}catch{}
c.value=v;
if(c.value!==v||c.disabled&&at.region){c.value='';return wait(c)}
let e=d.getElementById(c.name+'-count');if(e)e.textContent=e.textContent.replace(/\\d+/,v.length)}
early.shown.set(c,v)};
watch.observe(d,{childList:true,subtree:true});d.addEventListener('readystatechange',show);show()};
if(root.dataset.draft&&l.hash!=='${REVIEW_HASH}')try{
let open=indexedDB.open('${DRAFT_DATABASE}');
open.onupgradeneeded=()=>open.transaction.abort();
open.onsuccess=()=>{database=open.result;read()};
navigator.locks.request('${DRAFT_LOCK}',{mode:'shared'},()=>{free=1;read()})
}catch{}
})(document,location,earlyForm)`;
