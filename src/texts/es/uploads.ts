import { uploadColumns } from './upload-columns.ts'

/** The template of an upload, and what is wrong with a file. A fault says its cause and what to write instead. */
export const uploads = {
  template: {
    file: 'folio-plantilla.xlsx',
    documents: 'Documentos',
    help: 'Ayuda',
    lists: 'Listas',
    columns: uploadColumns,
    notes: {
      group:
        'Filas con el mismo valor son líneas de un solo documento. Vacío: la fila es un documento.',
      kind: 'Factura o Boleta de honorarios.',
      rut: 'El RUT del cliente, como texto y con guion: 76192083-9. O elígelo de la lista, por su nombre.',
      name: 'Si el cliente es nuevo. Vacío: en facturas, se busca en el SII.',
      giro: 'Solo si el cliente es nuevo. Hasta 40 caracteres.',
      street: 'Solo si el cliente es nuevo. Hasta 70 caracteres.',
      commune: 'Solo si el cliente es nuevo. Elígela de la lista.',
      city: 'Solo si el cliente es nuevo, para una factura.',
      withholder: 'Solo en boletas: Receptor o Emisor. Vacío: lo usual según el RUT.',
      ufDate:
        'Solo con precios en UF: Cierre del mes anterior o Día de emisión. Vacío: cierre del mes anterior.',
      dueDay: 'Fecha, por ejemplo 30-11-2026. Vacío: el plazo del cliente o de tu empresa.',
      serviceMonth: 'Mes y año, por ejemplo 11-2026. Vacío: el mes de la emisión.',
      sendEmail: 'Sí o No. Vacío: se envía si hay un correo en Para.',
      to: 'Correos separados por punto y coma. Vacío, con Enviar correo en Sí: los contactos del cliente.',
      cc: 'Correos separados por punto y coma. Necesita un correo en Para, o Sí en Enviar correo.',
      ownId: 'Opcional: tu número o nombre para el documento. No se repite.',
      code: 'Código de un producto tuyo: completa detalle, precio y moneda. La lista los trae por nombre.',
      description: 'Lo que dirá la línea. Hasta 80 caracteres; en boletas, 60.',
      quantity: 'Vacío: 1. Los decimales van con coma.',
      price: 'Por unidad. Neto en facturas, bruto en boletas. En pesos, sin decimales.',
      currency: 'CLP o UF. Vacío: CLP, o la moneda del producto.',
    },
    helpHeadings: { column: 'Columna', note: 'Qué se escribe', examples: 'Ejemplos' },
    kinds: { factura: 'Factura', boletaHonorarios: 'Boleta de honorarios' },
    currencies: { CLP: 'CLP', UF: 'UF' },
    ufDates: { PREV_MONTH_CLOSE: 'Cierre del mes anterior', DAY_OF: 'Día de emisión' },
    withholders: { recipient: 'Receptor', issuer: 'Emisor' },
    yesNo: { yes: 'Sí', no: 'No' },
    limits:
      'Hasta 500 documentos, 5.000 filas y 5 MB por archivo. Una factura tiene hasta 10 líneas; una boleta, 4.',
    examples: {
      service: 'Asesoría mensual',
      support: 'Horas de soporte',
      rent: 'Arriendo de oficina',
      fee: 'Honorarios de diseño',
      client: 'Comercial Ejemplo SpA',
      giro: 'Comercio',
      street: 'Av. Ejemplo 123',
      person: 'Ana Ejemplo',
    },
  },
  refusals: {
    empty: 'El archivo está vacío.',
    tooLarge: 'El archivo pesa más de 5 MB. Divídelo en dos.',
    unpackedTooLarge:
      'El archivo se infla a más de 32 MB. Copia solo los datos a un libro nuevo y súbelo.',
    tooManyParts: 'El archivo tiene demasiadas partes. Copia los datos a un libro nuevo y súbelo.',
    tooManyRows:
      'El archivo tiene más de 5.000 filas con datos, o formatos hasta muy abajo. Divídelo o copia los datos a un libro nuevo.',
    tooManyColumns: 'El archivo tiene más de 60 columnas. Borra las que sobran.',
    tooManyCells:
      'El archivo tiene más de 600.000 celdas, con las vacías. Copia los datos a un libro nuevo.',
    tooManyTexts:
      'El archivo tiene demasiado texto: hasta 200.000 textos y 8 millones de caracteres.',
    tooManyDocuments: 'El archivo tiene {{count}} documentos. Sube hasta 500 por archivo.',
    noDocuments: 'Bajo los títulos no hay filas con datos.',
    tooManyMerges:
      'El archivo tiene más de 1.000 celdas combinadas. Sepáralas y repite el dato en cada fila.',
    tooMuchText:
      'Las columnas que se leen tienen más de 4 millones de caracteres. Acorta los textos o divide el archivo.',
    tooManyKept: 'Tus archivos subidos ya suman {{count}} MB. Borra alguno que no necesites.',
    encrypted: 'El archivo tiene contraseña. Quítala en Excel y súbelo de nuevo.',
    oldExcel: 'Es un Excel de antes de 2007 (.xls). Guárdalo como .xlsx y súbelo.',
    pdf: 'Es un PDF. Sube un Excel (.xlsx) o un CSV.',
    notASheet: 'No es una planilla. Sube un Excel (.xlsx) o un CSV.',
    damaged: 'El archivo está dañado. Ábrelo en Excel, guárdalo de nuevo y súbelo.',
    macros: 'El archivo tiene macros. Guárdalo como .xlsx, sin macros, y súbelo.',
    externalLinks:
      'El archivo tiene vínculos a otros archivos. Pega los datos como valores en un libro nuevo.',
    entities: 'El archivo define entidades XML, lo que ningún Excel hace. No se lee.',
    wrongExtension:
      'El contenido no corresponde al nombre del archivo. Guárdalo de nuevo como .xlsx.',
  },
  /** Why the SII gave no data of a client. */
  lookUps: {
    unknown: 'El SII no conoce este RUT. Revísalo, o escribe los datos del cliente en la fila.',
    clave: 'No pudimos entrar al SII con tu clave. Corrígela en Conexiones y vuelve a buscar.',
    asks: 'El SII te pide algo antes de dejar entrar. Entra a su sitio, resuélvelo y vuelve a buscar.',
    paused: 'El SII pidió esperar. Vuelve a buscar en media hora.',
    portal: 'El SII no respondió. Vuelve a buscar.',
    limit:
      'Hoy ya se buscaron 2.000 clientes. Vuelve a buscar mañana, o escribe sus datos en la fila.',
  },
  faults: {
    formula: {
      cause: 'Es una fórmula: su resultado puede estar atrasado.',
      instead: 'Pega el valor (Pegado especial, Valores).',
    },
    errorValue: { cause: 'Es un error de Excel, no un dato.', instead: 'Escribe el dato.' },
    mergedCell: {
      cause: 'La celda está combinada con otra y queda vacía.',
      instead: 'Separa las celdas y repite el dato en cada fila.',
    },
    surplusField: {
      cause: 'La fila tiene más datos que títulos: una coma pudo separar un número en dos.',
      instead:
        'Escribe los decimales entre comillas en el archivo, o quita la fila y agrégala aquí.',
    },
    missing: { cause: 'Falta el dato.', instead: 'Escribe {{column}}.' },
    tooLong: {
      cause: 'Tiene {{length}} caracteres y caben {{max}}.',
      instead: 'Acórtalo a {{max}} caracteres.',
    },
    characters: {
      cause: 'El SII no acepta el carácter «{{character}}».',
      instead: 'Bórralo o cámbialo.',
    },
    valueIsDay: {
      cause: 'Excel lo convirtió en una fecha.',
      instead: 'Da a la celda formato de texto y escríbelo de nuevo.',
    },
    kindUnknown: {
      cause: 'No es un tipo de documento.',
      instead: 'Escribe Factura o Boleta de honorarios.',
    },
    kindIsNota: {
      cause: 'Las notas no se emiten por archivo.',
      instead: 'Emite la nota desde la factura y borra la fila.',
    },
    kindIsRetailBoleta: {
      cause: 'Folio no emite boletas de venta.',
      instead: 'Escribe Boleta de honorarios o Factura.',
    },
    kindAmbiguous: {
      cause: '¿Boleta de honorarios o de venta? Folio no emite boletas de venta.',
      instead: 'Escribe Boleta de honorarios.',
    },
    kindIsOther: {
      cause: 'Folio no emite este tipo de documento.',
      instead: 'Escribe Factura o Boleta de honorarios.',
    },
    kindNotIssued: {
      cause: 'Con esta conexión no se emiten facturas.',
      instead: 'Escribe Boleta de honorarios, o elige otra empresa.',
    },
    rutMalformed: { cause: 'No es un RUT.', instead: 'Escríbelo con guion: 76192083-9.' },
    rutWrongCheckDigit: {
      cause: 'El dígito verificador no corresponde.',
      instead: 'Revisa el RUT completo.',
    },
    rutWithoutCheckDigit: {
      cause: 'Le falta el dígito verificador.',
      instead: 'Si es {{rut}}, escríbelo así.',
    },
    rutAmbiguous: {
      cause: '¿{{value}} es {{first}}, o {{second}} sin su dígito verificador?',
      instead: 'Escríbelo con guion.',
    },
    rutIsIssuer: {
      cause: 'Es tu propio RUT: una boleta de honorarios no se emite a uno mismo.',
      instead: 'Escribe el RUT del cliente.',
    },
    nameOfAnother: {
      cause: 'Este RUT es de {{name}}.',
      instead: 'Revisa el RUT, o deja la razón social vacía.',
    },
    communeUnknown: {
      cause: 'No es una comuna.',
      instead: 'Elígela de la lista de la plantilla.',
    },
    communeMisspelt: { cause: 'No es una comuna.', instead: 'Si es {{commune}}, escríbelo así.' },
    notANumber: { cause: 'No es un número.', instead: 'Escribe solo el número.' },
    numberAmbiguous: {
      cause: '¿{{value}} es {{first}} o {{second}}?',
      instead: 'Escribe {{first}} o {{second}}, sin puntos.',
    },
    numberForeign: {
      cause: 'Está escrito con la coma y el punto al revés.',
      instead: 'Si es {{number}}, escríbelo así.',
    },
    negative: {
      cause: 'Es negativo.',
      instead: 'Escribe un valor positivo. Para devolver, emite una nota de crédito.',
    },
    zero: { cause: 'Es cero.', instead: 'Escribe un número mayor que cero.' },
    tooManyDecimals: { cause: 'Tiene más de 6 decimales.', instead: 'Redondéalo.' },
    pesosWithDecimals: {
      cause: 'Los pesos no tienen decimales.',
      instead: 'Escribe pesos enteros.',
    },
    tooLarge: { cause: 'Tiene más de 12 dígitos.', instead: 'Revisa el número.' },
    currencyUnknown: { cause: 'No es una moneda.', instead: 'Escribe CLP o UF.' },
    currencyForeign: {
      cause: 'Folio emite en pesos y en UF.',
      instead: 'Convierte el precio y escribe CLP o UF.',
    },
    currencyContradicts: {
      cause: 'El precio dice otra moneda que la columna Moneda.',
      instead: 'Escribe solo el número, en {{currency}}.',
    },
    ufDateUnknown: {
      cause: 'No es una fecha de UF.',
      instead: 'Escribe Cierre del mes anterior o Día de emisión.',
    },
    lineTooLarge: {
      cause: 'Cantidad por precio da más de 12 dígitos.',
      instead: 'Revisa la cantidad y el precio.',
    },
    lineTooSmall: {
      cause: 'La línea da cero pesos.',
      instead: 'Escribe un precio mayor que cero.',
    },
    totalTooSmall: {
      cause: 'El neto del documento es menor que {{min}} pesos y el SII no lo acepta.',
      instead: 'Revisa los precios.',
    },
    emptyLine: {
      cause: 'La fila no dice qué se cobra.',
      instead: 'Escribe detalle y precio, o un código.',
    },
    productUnknown: {
      cause: 'No tienes un producto con ese código.',
      instead: 'Corrige el código, o escribe detalle y precio.',
    },
    productRepeated: {
      cause: 'Dos o más de tus productos tienen ese código.',
      instead: 'Cambia el código de uno en Productos, o escribe detalle y precio.',
    },
    productCurrency: {
      cause: 'El producto {{code}} tiene su precio en {{currency}}.',
      instead: 'Escribe {{currency}}, o el precio en la otra moneda.',
    },
    tooManyLines: {
      cause: 'El documento tiene {{count}} líneas y caben {{max}}.',
      instead: 'Repártelas en dos documentos.',
    },
    withholderUnknown: { cause: 'No dice quién retiene.', instead: 'Escribe Receptor o Emisor.' },
    withholderOfFactura: {
      cause: 'En una factura nadie retiene.',
      instead: 'Deja la celda vacía.',
    },
    dateUnreadable: { cause: 'No es una fecha.', instead: 'Escríbela así: 30-11-2026.' },
    dateAmbiguous: {
      cause: 'Otra fecha del archivo tiene el mes primero. ¿Esta es {{first}} o {{second}}?',
      instead: 'Escribe todas con el día primero: 30-11-2026.',
    },
    dateOtherOrder: {
      cause: 'Tiene el mes primero.',
      instead: 'Escríbela con el día primero: 30-11-2026.',
    },
    dateWithoutYear: { cause: 'Le falta el año.', instead: 'Escríbela así: 30-11-2026.' },
    dateIsNumber: {
      cause: 'Es un número sin formato de fecha.',
      instead: 'Si es {{day}}, escríbelo así.',
    },
    dueDayPast: {
      cause: 'Vence antes de emitirse.',
      instead: 'Escribe {{today}} o una fecha posterior.',
    },
    dueDayTooFar: {
      cause: 'Vence en más de un año.',
      instead: 'Escribe una fecha hasta el {{last}}.',
    },
    monthUnreadable: { cause: 'No es un mes.', instead: 'Escríbelo así: 11-2026.' },
    monthIsDay: {
      cause: 'Excel lo convirtió en un día.',
      instead: 'Da a la celda formato de texto y escribe 11-2026.',
    },
    monthTooFar: {
      cause: 'Está a más de un año.',
      instead: 'Escribe un mes a menos de un año de hoy.',
    },
    yesNoUnknown: { cause: 'No dice sí ni no.', instead: 'Escribe Sí o No.' },
    mailboxInvalid: {
      cause: '«{{address}}» no es un correo.',
      instead: 'Escribe solo direcciones, separadas por punto y coma.',
    },
    tooManyAddresses: {
      cause: 'Hay {{count}} correos y caben {{max}}.',
      instead: 'Deja {{max}} o menos.',
    },
    sendWithoutAddress: {
      cause: 'Pide enviar el correo y no dice a quién: el cliente no tiene contactos.',
      instead: 'Escribe un correo en Para, o No.',
    },
    copyWithoutAddress: {
      cause: 'Hay copia y no hay destinatario.',
      instead: 'Escribe un correo en Para.',
    },
    copyUnsent: {
      cause: 'Hay copia y el correo no se envía.',
      instead: 'Escribe Sí en Enviar correo, o un correo en Para.',
    },
    differsInGroup: {
      cause: 'Las filas del documento no dicen lo mismo: la fila {{row}} dice «{{first}}».',
      instead: 'Escribe lo mismo en todas, o déjala vacía.',
    },
    groupAlike: {
      cause: 'Se parece a «{{other}}». ¿Es el mismo documento?',
      instead: 'Escribe lo mismo, o algo bien distinto.',
    },
    groupShort: {
      cause: 'La fila {{row}} no dice de qué documento es y puede ser de este.',
      instead: 'Corrige o quita la fila {{row}}.',
    },
    ownIdRepeated: {
      cause: 'Ya está en la fila {{row}}, en otro documento.',
      instead: 'Escribe otro ID.',
    },
    idOfAnother: {
      cause: 'Este Id es de otro documento.',
      instead: 'Borra el Id para emitir esta fila como uno nuevo.',
    },
    differsFromClient: {
      cause: 'La fila {{row}} tiene el mismo RUT y dice «{{first}}».',
      instead: 'Escribe lo mismo en las dos, o corrige el RUT.',
    },
  },
}
