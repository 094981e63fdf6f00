import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { email, id } from './fields.ts'

const password = z.string().min(1).max(256)
const token = z.string().min(1).max(2000)

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
  body: z.object({ uid: z.string().min(1).max(40), token }),
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
