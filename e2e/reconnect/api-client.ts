export const PASSWORD = 'Demo1234';

/** An API client with the session of a demo user; it bypasses the proxy. */
export async function logIn(url: string, username: string) {
  const login = await fetch(`${url}/api/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  if (!login.ok || !cookie) throw new Error(`no login of ${username}: ${login.status}`);

  const request = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    async get<Answer>(path: string): Promise<Answer> {
      const answer = await request('GET', path);
      if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
      return (await answer.json()) as Answer;
    },
    /** Returns the status; a refusal is a valid response. */
    async send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<number> {
      const answer = await request(method, path, body);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
export type ApiClient = Awaited<ReturnType<typeof logIn>>;
