/** The browser desk as an officer uses it. */
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';
import type { OfficeEnv } from '../../../../functions/admin/runtime/env.ts';
import desk from '../../../../functions/desk/index.tsx';
import type { DeskEnv } from '../../../../functions/desk/request/settings.ts';
import { applyDecisions } from '../../../../functions/office/waiting.ts';
import { ALL_ROLES, tokenOf } from './officers.ts';

export const ORIGIN = 'https://desk.example.org';
export const bindings = env as unknown as DeskEnv;

export interface Visit {
  token?: string | null;
  headers?: Record<string, string>;
  env?: Partial<DeskEnv>;
  method?: string;
  body?: BodyInit;
}

/** Sends a request, by default as an officer with all roles. */
export async function visit(path: string, options: Visit = {}): Promise<Response> {
  const { token = await tokenOf('anna@office.example'), headers = {}, env: other = {}, ...init } = options;
  const request = new Request(`${ORIGIN}${path}`, {
    ...init,
    redirect: 'manual',
    headers: { ...(token === null ? {} : { 'Cf-Access-Jwt-Assertion': token }), 'Accept-Language': 'en', ...headers },
  });
  const context = createExecutionContext();
  const response = await desk.fetch(request as Parameters<typeof desk.fetch>[0], { ...bindings, ...other }, context);
  await waitOnExecutionContext(context);
  return response;
}

/** An officer with a session, who reads pages as text and submits their forms. */
export async function officer(email: string, roles: readonly string[] = ALL_ROLES, other: Partial<DeskEnv> = {}) {
  const token = await tokenOf(email, roles);
  const post = (path: string, fields: Record<string, string | string[]>) => {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' };
    return visit(path, { token, env: other, method: 'POST', body: body.toString(), headers });
  };
  return {
    get: (path: string) => visit(path, { token, env: other }),
    post,
    /** Returns the text of an existing page. */
    async page(path: string): Promise<string> {
      const response = await visit(path, { token, env: other });
      expect(response.status, path).toBe(200);
      return response.text();
    },
    /** Returns the page's marker of the application's version. */
    async seen(id: string, _decision?: string): Promise<string> {
      const html = await this.page(`/applications/${id}`);
      return /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';
    },
    /** Submits a decision like the form, preview included; it waits. */
    async confirm(id: string, status: string, fields: Record<string, string | string[]> = {}, seen?: string) {
      const known = seen ?? (await this.seen(id, status));
      // Applicants of the tests share their passport.
      const sure = ['same', fields.sure ?? []].flat();
      const form = { note: '', from: '', to: '', reason: 'other', ...fields, sure, seen: known };
      const preview = await post(`/applications/${id}/decision/${status}`, { ...form, step: 'preview' });
      if (preview.status !== 200) return preview;
      return post(`/applications/${id}/decision/${status}`, { ...form, step: 'confirm' });
    },
    /** Submits a decision, which takes effect at once. */
    async decide(id: string, status: string, fields: Record<string, string | string[]> = {}, seen?: string) {
      const response = await this.confirm(id, status, fields, seen);
      await bindings.DB.prepare('UPDATE decisions SET due_at = 0 WHERE applicant_id = ?').bind(id).run();
      await applyDecisions(bindings as unknown as OfficeEnv, Date.now(), 'test');
      return response;
    },
    /** Searches like the form, and returns the page of the results. */
    async search(text: string): Promise<Response> {
      const said = await post('/search', { text });
      const [cookie = ''] = (said.headers.get('Set-Cookie') ?? '').split(';');
      return visit(said.headers.get('Location') ?? '', { token, env: other, headers: { Cookie: cookie } });
    },
    /** Takes back the decision that waits. */
    async takeBack(id: string): Promise<Response> {
      const html = await this.page(`/applications/${id}`);
      return post(`/applications/${id}/undo`, { made: /name="made" value="([^"]+)"/.exec(html)?.[1] ?? '' });
    },
  };
}
