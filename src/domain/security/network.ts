/** The network of a client's address, for limits on calls, bytes and attempts. */

/** IPv4 as IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The largest network from which one customer of a provider can choose addresses: /24 of IPv4, /48 of IPv6 (RFC 6177). */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return plain.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
  const [start = [], end = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  const groups = [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, 3).join(':')}::/48`;
}
