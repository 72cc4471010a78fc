/** API client of a logged-in user. */
export async function logIn(url: string, username: string, password: string) {
  const login = await fetch(`${url}/api/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password, remember: 'true' }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  if (!login.ok || !cookie) throw new Error(`no login: ${login.status}`);
  return {
    /** The status of the answer. */
    get: async (path: string) => (await fetch(`${url}/api${path}`, { headers: { cookie } })).status,
    /** Status and body, or undefined when the server went away. */
    async post(
      path: string,
      body: unknown,
    ): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
      try {
        const answer = await fetch(`${url}/api${path}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      } catch {
        return undefined;
      }
    },
  };
}
export type ApiClient = Awaited<ReturnType<typeof logIn>>;
