/** What the server answers in a sentence when all went well. */
export const answers = {
  recoverySent: 'Si hay una cuenta activa con ese correo, te enviamos un enlace. Revisa tu email.',
} as const
