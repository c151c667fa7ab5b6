/** The networks of a client's address, for counting calls, bytes and turns. */

/** IPv4 as IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export interface Network {
  name: string;
  /** How many times the share of the narrowest network this one gets. */
  room: number;
}

/**
 * From the narrowest to the widest. IPv6: /64, whose other bits a client chooses for each call, within /56 and /48, which
 * providers give to one customer (RFC 6177). IPv4: the address within its /24, with room for offices and carriers.
 */
export function networksOf(address: string): Network[] {
  const mapped = MAPPED.exec(address)?.[1] ?? address;
  if (!mapped.includes(':')) {
    const [start] = /^\d+\.\d+\.\d+(?=\.\d+$)/.exec(mapped) ?? [];
    return [{ name: mapped, room: 1 }, ...(start ? [{ name: `${start}.0/24`, room: 4 }] : [])];
  }
  const [start = [], end = []] = mapped.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  const groups = [...start, ...(mapped.includes('::') ? zeros : []), ...end].map((group) => Number.parseInt(group, 16));
  const hex = (group: number) => group.toString(16);
  const prefix = groups.slice(0, 3).map(hex).join(':');
  const subnet = groups[3] ?? 0;
  return [
    { name: `${prefix}:${hex(subnet)}`, room: 1 },
    { name: `${prefix}:${hex(subnet & 0xff00)}/56`, room: 1.5 },
    { name: `${prefix}/48`, room: 2 },
  ];
}
