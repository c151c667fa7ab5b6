/** The first segments of the gateway's paths. Separate from the table of endpoints, which a part of the form does not load. */

export const API_BASE = '/api/v1';
export const FILES_BASE = '/files';
