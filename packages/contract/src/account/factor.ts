import * as z from 'zod/mini';
import { line, nameText } from '../text.ts';

/** Token of a login whose password was right, and challenge of a passkey. */
const StepToken = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));

const base64url = (max: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(max, 'too_long'));
/** At most this long in WebAuthn. */
const CredentialId = base64url(1400);

/** What `navigator.credentials` takes; a server and a browser of one library make and read it. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['platform', 'cross-platform']))),
  clientExtensionResults: z.looseObject({}),
};

/** The answer of a passkey to a challenge. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: z.optional(z.nullable(base64url(128))),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** A new passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(65_536),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** Six digits of an app; spaces between them are allowed. */
const TotpCode = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'code_format'),
);

/** One of: the code of an app, a recovery code, the answer of a passkey. */
const factorProof = {
  code: z.optional(TotpCode),
  recovery_code: z.optional(line(1, 64)),
  passkey: z.optional(PasskeyAnswer),
};
const isOne = (given: Record<string, unknown>) =>
  ['code', 'recovery_code', 'passkey', 'current_password'].filter((name) => given[name] !== undefined)
    .length === 1;

/** The second step of a login. */
export const FactorLogin = z
  .strictObject({
    token: StepToken,
    ...factorProof,
    /** This browser needs no second factor for 30 days. */
    trust_browser: z.optional(z.boolean()),
  })
  .check(z.refine(isOne, { path: ['code'], error: 'required' }));
export type FactorLogin = z.infer<typeof FactorLogin>;

/** A login by a passkey alone. */
export const PasskeyLogin = z.strictObject({
  /** The challenge of the options. */
  token: StepToken,
  passkey: PasskeyAnswer,
  remember: z.boolean(),
});
export type PasskeyLogin = z.infer<typeof PasskeyLogin>;

/** Proves again who uses the session, by the password or by a second factor of the account. */
export const Proof = z
  .strictObject({
    current_password: z.optional(
      z.string().check(z.minLength(1, 'password_required'), z.maxLength(128, 'too_long')),
    ),
    ...factorProof,
    /** With a passkey: the challenge of the options. */
    token: z.optional(StepToken),
  })
  .check(z.refine(isOne, { path: ['current_password'], error: 'required' }));
export type Proof = z.infer<typeof Proof>;

export const FactorKind = z.enum(['totp', 'passkey']);
export type FactorKind = z.infer<typeof FactorKind>;

export const Factor = z.object({
  id: z.int(),
  kind: FactorKind,
  name: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
  last_used_at: z.nullable(z.int()),
});
export type Factor = z.infer<typeof Factor>;

/** The second factors of an account. */
export const Factors = z.object({
  factors: z.array(Factor),
  /** The roles of the user need a second factor. */
  is_required: z.boolean(),
  recovery_codes: z.object({ left: z.int(), total: z.int(), created_at: z.nullable(z.int()) }),
  /** When a Super Seller's reset removes all factors, Unix seconds. */
  reset_at: z.nullable(z.int()),
});
export type Factors = z.infer<typeof Factors>;

export const FactorName = z.strictObject({ name: nameText(1, 60) });
export type FactorName = z.infer<typeof FactorName>;

/** The secret of an authenticator app; it counts after its first code. */
export const NewTotp = z.object({
  id: z.int(),
  /** Base32, to type. */
  secret: z.string(),
  /** `otpauth:`, for a QR code. */
  uri: z.string(),
});
export type NewTotp = z.infer<typeof NewTotp>;

export const TotpConfirmation = z.strictObject({ code: TotpCode });
export type TotpConfirmation = z.infer<typeof TotpConfirmation>;

export const PasskeyRegistration = z.strictObject({
  token: StepToken,
  ...FactorName.shape,
  passkey: NewPasskey,
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** Shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The first factor brings recovery codes. */
export const FactorAdded = z.object({ factor: Factor, codes: z.nullable(z.array(z.string())) });
export type FactorAdded = z.infer<typeof FactorAdded>;

/** A reset of the second factors, as the Super Seller sees it. */
export const FactorReset = z.object({ reset_at: z.int() });
export type FactorReset = z.infer<typeof FactorReset>;
