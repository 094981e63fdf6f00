/** What each version of the terms and the privacy policy changed, for who accepted the one before: a sentence each. */
export const legalChanges = {
  1: [
    'Es la primera versión: dice qué hacemos por ti, con qué mandato, cuánto cuesta y cómo se termina.',
    'La política de privacidad dice qué datos guardamos, para qué y por cuánto tiempo.',
  ],
  2: [
    'Si activas los cobros, tus clientes pueden pagar desde el enlace de cada documento: los términos dicen quién procesa ese pago, qué cobra Folio y que no retenemos nada.',
    'La política de privacidad dice qué guardamos de los archivos de documentos que subes para emitir, y por cuánto tiempo.',
    'La política de privacidad dice qué guardamos de los pagos, de quien paga, de las cartolas que subes y de lo que avisan los medios de pago, y por cuánto tiempo.',
  ],
} as const
