/** What happened to a document, and the proof of it. */
export const trail = {
  trail: {
    title: 'Comprobante de emisión',
    hint: 'Cada hecho lleva la huella del anterior: si alguien cambiara uno, las que siguen dejarían de calzar.',
    whole_one: 'Revisamos el único hecho: está intacto.',
    whole_many: 'Revisamos los {{count}} hechos: todas las huellas calzan.',
    whole_other: 'Revisamos los {{count}} hechos: todas las huellas calzan.',
    broken:
      'Algo no calza en el hecho {{seq}}: desde ahí esta historia no prueba nada. Escríbenos.',
    tooLong: 'Son {{count}} hechos, demasiados para revisarlos todos aquí.',
    more: 'Ver más',
  },
} as const
