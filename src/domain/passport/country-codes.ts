/** Nationality in the zone (ICAO Doc 9303 part 3 §5): ISO 3166-1 alpha-3, and its own codes. */
import { COUNTRY_CODES } from '../reference/countries.ts';
import { FILLER } from './check-digits.ts';
import type { ZoneValue } from './reading.ts';

const ALPHA_3 = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN ' +
  'BLM BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI ' +
  'CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA ' +
  'GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN ' +
  'IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ ' +
  'LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ ' +
  'MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF ' +
  'PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN ' +
  'SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR ' +
  'TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ');

const COUNTRIES = new Map(ALPHA_3.map((code, index) => [code, COUNTRY_CODES[index]]));
/** Germany has one letter. */
COUNTRIES.set('D', 'DE');

/** Utopia, the state of ICAO's samples. */
const SPECIMEN = 'UTO';
/** Stateless, refugee, other refugee, unspecified. */
const WITHOUT_CITIZENSHIP = /^XX[ABCX]$/;

/**
 * @param code three characters with fillers @returns ISO 3166-1 alpha-2. Other British nationalities (GBD, GBN, GBO, GBP, GBS),
 * organisations (UNO, EUE) and Kosovo (RKS) are not in our list
 */
export function citizenshipOf(code: string): ZoneValue {
  const letters = code.replaceAll(FILLER, '');
  const value = COUNTRIES.get(letters);
  if (value !== undefined) return { value };
  if (letters === '') return { unsure: 'notGiven' };
  if (letters === SPECIMEN) return { unsure: 'specimen' };
  return { unsure: WITHOUT_CITIZENSHIP.test(letters) ? 'noCitizenship' : 'unknownCountry' };
}
