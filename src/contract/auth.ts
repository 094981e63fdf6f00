import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { email, id } from './fields.ts'

const password = z.string().min(1).max(256)
const token = z.string().min(1).max(2000)
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
  body: z.object({ uid, token }),
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

/** 200 for every well-formed address, known or not (D-10, D-12). */
export const forgotPassword = call({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  status: 200,
  // Its one field is checked by the handler, whose refusals are whole sentences (spec 5).
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

/** Ends every session and kills every link sent before (D-13). */
export const confirmPasswordReset = call({
  method: 'POST',
  path: '/auth/users/reset_password_confirm/',
  access: 'public',
  status: 204,
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
  body: z.object({ email: z.string().trim().min(1).max(254), password }),
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
