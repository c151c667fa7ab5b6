/** Reads what the host says of a visa code. Without the schema library, since the public page carries this. */

/** What someone who checks a visa may see. */
export interface EmployeeVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string | null;
  valid_to: string | null;
}

/** Reads the answer of GET /employee-visa/{code}; null when it is not of the contract's form. Other fields are left out. */
export function readEmployeeVisa(value: unknown): EmployeeVisa | null {
  const data = fieldsOf(fieldsOf(value).data);
  const { code, name, surname, application_type, status_type, valid_from = null, valid_to = null } = data;
  const words = [code, name, surname, application_type, status_type];
  const dates = [valid_from, valid_to];
  if (!words.every((word) => typeof word === 'string')) return null;
  if (!dates.every((date) => date === null || typeof date === 'string')) return null;
  return { code, name, surname, application_type, status_type, valid_from, valid_to } as EmployeeVisa;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
