/** An address in Uzbekistan. */
import { parseJson } from '../api/json.ts';
import { isDistrictOf, isRegion } from '../reference/place-ids.ts';
import { type Issue, isTextObject, type Kind, plainKind, textOfBodyPart, unreadableBodyPart } from './kind.ts';
import { TEXT_KINDS } from './text.ts';

/** Region and district are reference ids, as text. */
export interface Address {
  region: string;
  district: string;
  street: string;
  flat: string;
}

export const ADDRESS_LINE_MAX = 200;

const LINES = ['region', 'district', 'street', 'flat'] as const;
const isRequired = (line: keyof Address) => line !== 'flat';

const empty = (): Address => ({ region: '', district: '', street: '', flat: '' });

const mapLines = (address: Address, line: (text: string, name: keyof Address) => string): Address => ({
  region: line(address.region, 'region'),
  district: line(address.district, 'district'),
  street: line(address.street, 'street'),
  flat: line(address.flat, 'flat'),
});

function placeIssue({ region, district }: Address): Issue[] {
  if (region && !isRegion(region)) return [{ path: 'region', code: 'not_in_list' }];
  const isUnknown = region && district && !isDistrictOf(district, region);
  return isUnknown ? [{ path: 'district', code: 'not_in_list' }] : [];
}

/** An address in Uzbekistan. */
export const address: Kind<Address, Address, Partial<Address>> = {
  ...plainKind,
  shape: 'address',
  max: 0,
  empty,
  normalize: (value) => mapLines(value, TEXT_KINDS.text.normalize),
  check(value, _rule, context) {
    if (typeof value !== 'object' || value === null) return [{ path: '', code: 'required' }];
    const lines: Record<string, unknown> = { ...value };
    const issues = LINES.flatMap((line) =>
      TEXT_KINDS.text
        .check(lines[line], { required: isRequired(line), max: ADDRESS_LINE_MAX }, context)
        .map(({ code }): Issue => ({ path: line, code })),
    );
    return isTextObject(lines) ? [...issues, ...placeIssue({ ...empty(), ...lines })] : issues;
  },
  toBodyParts: (name, value) => [{ name, value: JSON.stringify(value) }],
  fromBodyParts(name, parts) {
    const text = textOfBodyPart(name, parts);
    if (text === null) return empty();
    const sent = parseJson(text);
    if (!isTextObject(sent)) throw unreadableBodyPart(name);
    return mapLines(empty(), (_, line) => sent[line] ?? '');
  },
  fromRecord: (recorded) => ({ ...empty(), ...recorded }),
  describe(value, { regionName, districtName }) {
    if (!value) return '';
    const { region, district, street, flat } = value;
    return [regionName(region) || unlisted(region), districtName(district) || unlisted(district), street, flat]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', ');
  },
};

/** A place name of a host that the reference tables lack; `''` for an id. */
const unlisted = (place: string) => (/^\d*$/.test(place) ? '' : place);
