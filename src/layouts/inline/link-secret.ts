/**
 * Of pages that links of parcels open, before anything else: takes the secret out of the address, so that neither a copied
 * address nor the history has it, however long the rest of the page takes to load. stores/parcel/link.ts takes it over.
 */
if (location.hash) {
  window.linkSecret = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname + location.search);
}
