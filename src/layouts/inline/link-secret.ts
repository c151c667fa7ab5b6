/**
 * First in pages opened by parcel links: removes the secret from the address, so that copies and history lack it however long
 * the page loads. stores/parcel/link.ts takes it over.
 */
if (location.hash) {
  window.linkSecret = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname + location.search);
}
