/** R4.18: the invitation that this browser has opened, kept while its person creates an account or confirms the e-mail. */
const KEY = 'invitation';

export const keptInvitation = {
  find: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  keep: (token: string) => localStorage.setItem(KEY, token),
  forget: () => localStorage.removeItem(KEY),
};
