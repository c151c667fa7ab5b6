/** What was typed into forms since their values were last saved. */
import type { FormState } from '../../domain/application/form.ts';
import { copyForm } from './form-values.ts';

export class PendingForms<Form extends string> {
  #forms: Partial<Record<Form, FormState>> = {};

  /** A copy of a form's values with the latest edits. */
  over(form: Form, saved: FormState): FormState {
    return { ...saved, ...copyForm(this.#forms[form] ?? {}) };
  }

  change(form: Form, saved: FormState, change: (values: FormState) => FormState): void {
    this.#forms[form] = change({ ...saved, ...this.#forms[form] });
  }

  /** Returns the edited forms and forgets the edits; null where nothing was edited. */
  take(saved: Record<Form, FormState>): Record<Form, FormState> | null {
    const names = Object.keys(this.#forms) as Form[];
    const merged = names.map((form) => [form, this.over(form, saved[form])]);
    this.drop();
    return names.length > 0 ? Object.fromEntries(merged) : null;
  }

  drop(): void {
    this.#forms = {};
  }
}
