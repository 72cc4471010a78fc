/** R1.6: the user name is the e-mail with its domain part removed. */
export const userName = (email: string) => email.split('@', 1)[0] ?? email;
