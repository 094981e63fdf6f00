export const terms = {
  newTerms: {
    title: 'Actualizamos los términos',
    whatChanges: 'Esto cambia en los términos y en la política de privacidad desde el {{date}}:',
    meanwhile:
      'Mientras no los aceptes vale para ti la versión que aceptaste, y lo que programaste se sigue emitiendo.',
    meanwhileNone: 'Mientras tanto, lo que programaste se sigue emitiendo.',
    accept: 'Acepto',
    read: 'Leer los términos',
    later: 'Más tarde',
    done: 'Aceptaste los términos',
    failed: 'No se pudo guardar. Vuelve a intentarlo.',
  },
} as const
