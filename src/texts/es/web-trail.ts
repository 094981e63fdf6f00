/** What happened to a document, and the proof of it. */
export const trail = {
  trail: {
    title: 'Comprobante de emisión',
    hint: 'Este historial está sellado: si alguien lo cambia, se nota.',
    whole_one: 'Revisado: nadie ha cambiado el único hecho.',
    whole_many: 'Revisado: nadie ha cambiado ninguno de los {{count}} hechos.',
    whole_other: 'Revisado: nadie ha cambiado ninguno de los {{count}} hechos.',
    broken:
      'El hecho {{seq}} no coincide con lo registrado: desde ahí este historial no es confiable. Escríbenos.',
    tooLong: 'Son {{count}} hechos, demasiados para revisarlos todos aquí.',
    more: 'Ver más',
  },
} as const
