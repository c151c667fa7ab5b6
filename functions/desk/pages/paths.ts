/** The path of an application's page. @param rest path below it, or query */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;

export const messagePath = (id: string, rest = '') => `/messages/${encodeURIComponent(id)}${rest}`;
