/** The gateway worker's entry. */
export default {
  fetch: () => new Response('not built yet', { status: 503 }),
} satisfies ExportedHandler;
