/**
 * The second script before a prerendered form: puts the draft into the form before React is there, and
 * shows it. Rule: it fills in what the live form would show, and nothing else; what it can't show waits out of sight, at its
 * place, and so does the whole form wherever something else than a form may have to be shown. It writes nothing, and is the
 * same on every page, byte for byte. Its other half is islands/wizard/early-typing.ts.
 */
import { FIELDS } from '../domain/application/fields.ts';
import { REVIEW_HASH, WIZARD_ROUTES } from '../domain/application/steps.ts';
import { COUNTRY_OPTIONS } from '../islands/wizard/country-names.ts';
import { DRAFT_LOCK } from '../stores/application/draft-lock.ts';
import { DRAFT_KEY, DRAFT_LIFE_MS, VERSIONS } from '../stores/application/draft-record.ts';
import { DRAFT_DATABASE, DRAFT_STORE } from '../stores/application/draft-storage.ts';

/** Fields with the list of countries, which the page carries behind the form. */
const COUNTRIES = Object.entries(FIELDS).flatMap(([name, { kind }]) => (kind === 'country' ? [`[name=${name}]`] : []));

/**
 * A "yes" is not shown before what it opens. The lock is asked for and let go at once: whoever gets it knows that no other
 * tab writes, and a page that is being reloaded is waited for. A database that is not there yet is not made here.
 * The page's modules run when it has been read; the draft is put into it in a task of its own.
 */
export const earlyDraftScript = `((d,l,early)=>{
let page=d.documentElement.dataset,type=l.pathname.split('${WIZARD_ROUTES.person}/')[1],db,free,
read=()=>{if(db&&free)try{db.transaction('${DRAFT_STORE}').objectStore('${DRAFT_STORE}').get('${DRAFT_KEY}').onsuccess=take}catch{}},
take=e=>{
let r=e.target.result;
if(!r||r.version!==${VERSIONS.current}||!(Date.now()-Date.parse(r.changedAt)<=${DRAFT_LIFE_MS}))return;
let data=type?r.step2Data:r.step1Data;
if(!data||!(type?r.stepStatus>0&&(!r.type||r.type===type):r.type||early.asked))return;
let show=()=>{
if(early.alive)return;
d.querySelectorAll('.step-form [name]').forEach(fill);
early.show()},
wait=c=>(c.closest('.file,.choices')||c).dataset.waits='',
fill=c=>{
let path=c.name.split('.'),v=path.reduce((o,key)=>o?.[key],data);
if(c.type==='file')return v&&wait(c);
if(typeof v!=='string')v='';
if(c.type==='radio'){c.checked=c.value===v;if(v==='yes')wait(c)}
else if(c.type==='checkbox')c.checked=v==='yes';
else{
if(c.matches('${COUNTRIES}'))for(let o of d.getElementById('${COUNTRY_OPTIONS}').content.children)if(o.value===v)c.append(o.cloneNode(true));
c.value=v;
if(c.value!==v||c.disabled&&data[path[0]]?.region){c.value='';return wait(c)}
let e=d.getElementById(c.name+'-count');if(e)e.textContent=e.textContent.replace(/\\d+/,v.length)}
early.shown.set(c,v)};
d.readyState==='loading'?d.addEventListener('readystatechange',()=>setTimeout(show),{once:true}):show()};
if(page.draft==='opening'&&l.hash!=='${REVIEW_HASH}')try{
let open=indexedDB.open('${DRAFT_DATABASE}');
open.onupgradeneeded=()=>open.transaction.abort();
open.onsuccess=()=>{db=open.result;read()};
navigator.locks.request('${DRAFT_LOCK}',{mode:'shared'},()=>{free=true;read()})
}catch{}
})(document,location,earlyForm)`;
