/** Body parts that repeat other answers (requirements: repeated-answers; application/multipart.ts). A host may ignore them. */
import { APPLICATION_TYPES, type ApplicationType } from '../../application/types.ts';

interface DerivedPart {
  types: readonly ApplicationType[];
  /** A JSON list with a text per relative, else a plain text. */
  isList: boolean;
  description: string;
}

const text = (description: string, types: readonly ApplicationType[] = APPLICATION_TYPES) => ({
  types,
  isList: false,
  description,
});
const list = (description: string) => ({ types: APPLICATION_TYPES, isList: true, description });

const PARTS: Record<string, DerivedPart> = {
  fio: text('Surname, name and middle name in one line.'),
  sex: text('The gender in another spelling: man or female.'),
  citizen: text('The name of the country of citizenship, in Russian.'),
  adress: text('The address of the stay in one line, in Russian.'),
  visa_date: text('The same as validity_time.'),
  adress_specialist: text("The employer's address in one line, in Russian.", ['specialist']),
  company_name: text('The same as petitioner_name.', ['founder']),
  applicant_fio: text('The same as petitioner_name.', ['founder']),
  reletion_level: list('The kinship of each relative.'),
  reletion_fio: list('The full name of each relative.'),
  reletion_birth: list('The date of birth of each relative.'),
  reletion_citizen: list("The name of each relative's country of citizenship, in Russian."),
};

export function derivedPartsOf(type: ApplicationType): [name: string, part: DerivedPart][] {
  return Object.entries(PARTS).filter(([, { types }]) => types.includes(type));
}
