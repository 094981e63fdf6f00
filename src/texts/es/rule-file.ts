/** The workbook of rules, and what is wrong with it when it comes back. A fault says its cause and what to write. */
export const ruleFile = {
  file: 'folio-reglas-{{day}}.xlsx',
  sheet: 'Reglas',
  help: 'Ayuda',
  helpColumns: { column: 'Columna', about: 'Qué se puede hacer' },
  columns: {
    rule: 'Regla N°',
    line: 'Línea',
    name: 'Nombre',
    company: 'Emisor',
    clients: 'Clientes',
    detail: 'Detalle',
    currency: 'Moneda',
    quantity: 'Cantidad',
    price: 'Precio',
    day: 'Día',
    active: 'Activa',
  },
  about: {
    rule: 'No la cambies: dice de qué regla es la fila.',
    line: 'No la cambies: dice qué línea de la regla es.',
    name: 'Solo para leer.',
    company: 'Solo para leer.',
    clients: 'Solo para leer.',
    detail: 'Solo para leer.',
    currency: 'Solo para leer.',
    quantity: 'Se puede cambiar. Vacía: se completa cada mes.',
    price: 'Se puede cambiar. Rige desde el mes que elijas al subir el archivo.',
    day: 'Del 1 al 31, o: primer día hábil, último día, último día hábil.',
    active: 'Sí o No. Con No la regla queda en pausa.',
  },
  days: {
    FIRST_BUSINESS: 'primer día hábil',
    LAST_DAY: 'último día',
    LAST_BUSINESS: 'último día hábil',
  },
  yes: 'Sí',
  no: 'No',
  noHeadings:
    'No encontramos los títulos Regla N°, Línea y Precio. Sube el archivo que exportaste.',
  severalColumns: 'Dos columnas tienen el mismo título. Deja una.',
  tooManyRows: 'El archivo tiene demasiadas filas. Sube el que exportaste.',
  faults: {
    negative: { cause: 'Es negativo.', instead: 'Escribe un número mayor que cero.' },
    ruleUnknown: {
      cause: 'No hay una regla con ese número.',
      instead: 'Borra la fila o exporta las reglas otra vez.',
    },
    lineUnknown: {
      cause: 'La regla no tiene esa línea.',
      instead: 'Borra la fila o exporta las reglas otra vez.',
    },
    lineRepeated: {
      cause: 'Esa línea ya está en la fila {{row}}.',
      instead: 'Deja una de las dos filas.',
    },
    otherText: {
      cause: 'No es lo que dice la regla: «{{expected}}».',
      instead: 'Esta columna no se cambia aquí. Revisa que las filas no se hayan mezclado.',
    },
    lineIsOpen: {
      cause: 'En la regla este valor se completa cada mes.',
      instead: 'Deja la celda vacía.',
    },
    valueMissing: { cause: 'Falta el dato.', instead: 'Escribe el número.' },
    dayUnknown: {
      cause: 'No es un día.',
      instead: 'Escribe del 1 al 31, primer día hábil, último día o último día hábil.',
    },
    activeUnknown: { cause: 'No dice si está activa.', instead: 'Escribe Sí o No.' },
    contradicts: {
      cause: 'La fila {{row}} dice otra cosa de la misma regla.',
      instead: 'Escribe lo mismo en todas las filas de la regla.',
    },
  },
} as const
