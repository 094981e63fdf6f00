/** What each version of the terms and the privacy policy changed, for who accepted the one before: a sentence each. */
export const legalChanges = {
  1: [
    'Es la primera versión: dice qué hacemos por ti, con qué mandato, cuánto cuesta y cómo se termina.',
    'La política de privacidad dice qué datos guardamos, para qué y por cuánto tiempo.',
  ],
} as const
