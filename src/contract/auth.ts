import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { day, email, id, instant, requiredText } from './fields.ts'

const password = z.string().min(1).max(256)
const token = z.string().min(1).max(2000)
/** A code of the user's app, or a recovery code in its place. */
const otp = z.string().trim().max(40)
const uid = z.string().min(1).max(40)

export const user = z.object({ id, email: z.string() })

export const register = call({
  method: 'POST',
  path: '/auth/users/',
  access: 'public',
  status: 201,
  body: z.object({ email, password, re_password: password }),
  reply: user,
})

export const activate = call({
  method: 'POST',
  path: '/auth/users/activation/',
  access: 'public',
  status: 204,
  refuses: [403],
  // Both passwords are ours: a link alone may activate a password that a stranger chose. With `re_password` it is a new
  // one, whatever was registered last, because only the owner of the address has the link.
  body: z.object({
    uid,
    token,
    password: password.optional(),
    re_password: password.optional(),
  }),
  reply: NO_REPLY,
})

export const resendActivation = call({
  method: 'POST',
  path: '/auth/users/resend_activation/',
  access: 'public',
  status: 204,
  body: z.object({ email }),
  reply: NO_REPLY,
})

/** 200 for every well-formed address, known or not. */
export const forgotPassword = call({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  status: 200,
  // Its one field is checked by the handler, whose refusals are whole sentences.
  body: z.object({ email: z.string().max(1000).default('') }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  failure: 'message',
})

/** The original's own way to ask for the same mail. */
export const resetPassword = call({
  method: 'POST',
  path: '/auth/users/reset_password/',
  access: 'public',
  status: 204,
  body: z.object({ email }),
  reply: NO_REPLY,
})

/** Ends every session and kills every link sent before. */
export const confirmPasswordReset = call({
  method: 'POST',
  path: '/auth/users/reset_password_confirm/',
  access: 'public',
  status: 204,
  refuses: [403],
  body: z.object({ uid, token, new_password: password, re_new_password: password }),
  reply: NO_REPLY,
})

export const readMe = call({
  method: 'GET',
  path: '/auth/users/me/',
  access: 'session',
  status: 200,
  reply: user,
})

export const createToken = call({
  method: 'POST',
  path: '/auth/jwt/create/',
  access: 'public',
  status: 200,
  body: z.object({
    email: requiredText(254),
    password,
    /** Ours: asked for (401, `otp_required`) when the user has a second factor. */
    otp: otp.optional(),
  }),
  reply: z.object({ access: z.string(), refresh: z.string() }),
})

export const refreshToken = call({
  method: 'POST',
  path: '/auth/jwt/refresh/',
  access: 'public',
  status: 200,
  body: z.object({ refresh: token }),
  reply: z.object({ access: z.string(), refresh: z.string().optional() }),
})

export const verifyToken = call({
  method: 'POST',
  path: '/auth/jwt/verify/',
  access: 'public',
  status: 200,
  body: z.object({ token }),
  reply: z.object({}),
})

/** Ours: ends the refresh family on the server; the specification only clears the browser. */
export const logout = call({
  method: 'POST',
  path: '/auth/logout/',
  access: 'session',
  status: 204,
  body: z.object({ refresh: token.optional() }),
  reply: NO_REPLY,
})

/** Ours, at djoser's address: every session ends, and the caller's goes on with this pair. */
export const changePassword = call({
  method: 'POST',
  path: '/auth/users/set_password/',
  access: 'session',
  status: 200,
  body: z.object({
    current_password: password,
    new_password: password,
    re_new_password: password,
    /** When the user has a second factor. */
    otp: otp.optional(),
  }),
  reply: z.object({ access: z.string(), refresh: z.string() }),
})

const linkToken = z.string().min(1).max(100)

/**
 * Ours, at djoser's kind of address: sends a link to the new address, and changes nothing until it is followed.
 * Answers alike whether or not that address has an account.
 */
export const changeEmail = call({
  method: 'POST',
  path: '/auth/users/set_email/',
  access: 'session',
  status: 204,
  body: z.object({
    new_email: email,
    current_password: password,
    /** When the user has a second factor. */
    otp: otp.optional(),
  }),
  reply: NO_REPLY,
})

/** Ours: the address that waits to be confirmed; null: none. */
export const readEmailChange = call({
  method: 'GET',
  path: '/auth/users/set_email/',
  access: 'session',
  status: 200,
  reply: z.object({ new_email: z.string().nullable() }),
})

/** Ours: the link sent to the new address is worth nothing any more. */
export const cancelEmailChange = call({
  method: 'DELETE',
  path: '/auth/users/set_email/',
  access: 'session',
  status: 204,
  refuses: [404],
  reply: NO_REPLY,
})

/** Ours: the link of the new address. Every session ends but the one that asked. */
export const confirmEmailChange = call({
  method: 'POST',
  path: '/auth/users/set_email_confirm/',
  access: 'public',
  status: 200,
  refuses: [403, 409],
  body: z.object({ token: linkToken }),
  reply: z.object({ email: z.string() }),
})

/**
 * Ours: the link of the old address. The account has that address again, every session ends, and the password is worth
 * nothing any more: `uid` and `token` are those of a link to choose another.
 */
export const undoEmailChange = call({
  method: 'POST',
  path: '/auth/users/set_email_undo/',
  access: 'public',
  status: 200,
  refuses: [403, 409],
  body: z.object({ token: linkToken }),
  reply: z.object({ email: z.string(), uid: z.string(), token: z.string() }),
})

const termsVersion = z.int().positive()

/**
 * Ours: which version of the terms, their mandate and the privacy policy is asked for, and which this user accepted.
 * Nothing is refused to who accepted an older one: it holds for them until they do.
 */
export const readTerms = call({
  method: 'GET',
  path: '/auth/terms/',
  access: 'session',
  status: 200,
  reply: z.object({
    version: termsVersion,
    /** The newest one; null: none is on record. */
    accepted: z.object({ version: z.int(), at: instant }).nullable(),
    /** What changed since then, the oldest first; none once the version asked for is accepted. */
    changes: z.array(
      z.object({ version: termsVersion, in_force: day, texts: z.array(z.string()) }),
    ),
  }),
})

/** Ours: 409 for another version than the one asked for: only what could be read is accepted. Once more changes nothing. */
export const acceptTerms = call({
  method: 'POST',
  path: '/auth/terms/',
  access: 'session',
  status: 204,
  refuses: [409],
  body: z.object({ version: termsVersion }),
  reply: NO_REPLY,
})

const sessionId = z.object({ id: z.uuid() })

/** Ours: where the user is signed in, the last used first. */
export const listSessions = call({
  method: 'GET',
  path: '/auth/sessions/',
  access: 'session',
  status: 200,
  reply: z.array(
    sessionId.extend({
      /** 'Firefox' and 'Windows', as the browser itself says; empty where it says nothing known. */
      browser: z.string(),
      system: z.string(),
      /** The one that asks. */
      is_current: z.boolean(),
      created_at: instant,
      /** To within five minutes. */
      last_used_at: instant,
    }),
  ),
})

/** Ours: at once; its refresh token is worth nothing any more. */
export const closeSession = call({
  method: 'DELETE',
  path: '/auth/sessions/:id/',
  access: 'session',
  status: 204,
  params: sessionId,
  reply: NO_REPLY,
})

/** Ours: all but the one that asks. */
export const closeOtherSessions = call({
  method: 'DELETE',
  path: '/auth/sessions/',
  access: 'session',
  status: 204,
  reply: NO_REPLY,
})

/** Ours: for calls that ask for the password again: whoever holds the session shows who they are. */
export const proveIdentity = call({
  method: 'POST',
  path: '/auth/prove-identity/',
  access: 'session',
  status: 204,
  body: z.object({
    password,
    /** When the user has a second factor. */
    otp: otp.optional(),
  }),
  reply: NO_REPLY,
})

// Ours: an optional second factor, as authenticator apps know it (RFC 6238).

export const readSecondFactor = call({
  method: 'GET',
  path: '/auth/second-factor/',
  access: 'session',
  status: 200,
  reply: z.object({ is_enabled: z.boolean(), recovery_codes_left: z.int() }),
})

/** Not in force until a code of it comes back. */
export const startSecondFactor = call({
  method: 'POST',
  path: '/auth/second-factor/',
  access: 'session',
  status: 201,
  refuses: [409],
  body: z.object({ password }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The recovery codes are shown this one time. */
export const confirmSecondFactor = call({
  method: 'POST',
  path: '/auth/second-factor/confirm/',
  access: 'session',
  status: 200,
  refuses: [409],
  body: z.object({ otp: otp.min(1) }),
  reply: recoveryCodes,
})

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes/',
  access: 'session',
  status: 200,
  refuses: [409],
  body: z.object({ password, otp: otp.min(1) }),
  reply: recoveryCodes,
})

export const removeSecondFactor = call({
  method: 'POST',
  path: '/auth/second-factor/remove/',
  access: 'session',
  status: 204,
  refuses: [409],
  body: z.object({ password, otp: otp.min(1) }),
  reply: NO_REPLY,
})
