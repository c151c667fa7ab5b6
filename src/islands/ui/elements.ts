import type { ReactNode } from 'react';

/** Children beside other nodes: bare text does not survive machine translation (tests/unit/islands/long/bare-text.test.ts). */
export type Elements = Exclude<ReactNode, string | number | bigint>;
