/**
 * Pages that replace each other without a reload: between reading the next one and putting it in the place of this one there
 * is a pause, in which a slow phone answers to the hand.
 */
document.addEventListener('astro:before-preparation', (event) => {
  const preparation = event as Event & { loader: () => Promise<void> };
  const load = preparation.loader;
  preparation.loader = async () => {
    await load();
    await new Promise((resolve) => setTimeout(resolve));
  };
});
