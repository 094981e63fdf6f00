/** Files of clients and products: their sheets, and what is wrong with a cell beyond what uploads say. */
export const directory = {
  files: { clients: 'folio-clientes.xlsx', products: 'folio-productos.xlsx' },
  sheets: {
    clients: 'Clientes',
    contacts: 'Contactos',
    products: 'Productos',
    help: 'Ayuda',
    lists: 'Listas',
  },
  columns: {
    clients: {
      rut: 'RUT',
      name: 'Razón social',
      giro: 'Giro',
      street: 'Dirección',
      commune: 'Comuna',
      city: 'Ciudad',
      dueDays: 'Días de plazo',
    },
    contacts: {
      rut: 'RUT del cliente',
      firstName: 'Nombre',
      lastName: 'Apellido',
      email: 'Correo',
      gender: 'Género',
      role: 'Cargo',
    },
    products: { code: 'Código', name: 'Nombre', price: 'Precio', currency: 'Moneda' },
  },
  notes: {
    clients: {
      rut: 'Identifica al cliente. Otra fila con el mismo RUT agrega otra dirección u otro giro.',
      name: 'Obligatoria si el cliente es nuevo. La que da el SII no se cambia.',
      giro: 'Hasta 40 caracteres.',
      street: 'Hasta 70 caracteres, con su comuna.',
      commune: 'Elígela de la lista.',
      city: 'Hasta 20 caracteres.',
      dueDays: 'Días desde la emisión hasta el vencimiento, de 0 a 365. Vacío: no cambia.',
    },
    contacts: {
      rut: 'El de un cliente de la otra hoja, o uno que ya tienes.',
      firstName: 'Obligatorio si el contacto es nuevo.',
      lastName: 'Opcional.',
      email: 'Identifica al contacto del cliente. Otro correo es otro contacto.',
      gender: 'Femenino o Masculino.',
      role: 'Opcional.',
    },
    products: {
      code: 'Identifica al producto. Sin código, lo identifica su nombre.',
      name: 'Hasta 80 caracteres.',
      price: 'Por unidad, neto. En pesos, sin decimales.',
      currency: 'CLP o UF. La de un producto en uso no se cambia.',
    },
  },
  help: {
    sheet: 'Hoja',
    column: 'Columna',
    note: 'Qué se escribe',
    never: 'Importar nunca elimina: lo que falta en el archivo queda como está.',
  },
  genders: { female: 'Femenino', male: 'Masculino' },
  refusals: {
    tooManyRows:
      'El archivo tiene más de 40.000 filas con datos, o formatos hasta muy abajo. Divídelo o copia los datos a un libro nuevo.',
    clients: {
      noColumns: 'No encontramos la hoja de clientes. Sus títulos son RUT, Razón social, Giro…',
      severalColumns: 'Dos columnas tienen el mismo título. Deja una.',
    },
    products: {
      noColumns: 'No encontramos las columnas Código, Nombre y Precio.',
      severalColumns: 'Dos columnas tienen el mismo título. Deja una.',
    },
  },
  faults: {
    communeUnknown: { cause: 'No es una comuna.', instead: 'Elígela de la lista de la columna.' },
    negative: { cause: 'Es negativo.', instead: 'Escribe un valor mayor que cero.' },
    tooManyAddresses: { cause: 'Hay {{count}} correos.', instead: 'Deja uno por fila.' },
    rowRepeated: { cause: 'Ya está en la fila {{row}}.', instead: 'Deja una de las dos.' },
    rowAmbiguous: {
      cause: 'Tienes {{count}} iguales y no se sabe cuál cambia.',
      instead: 'Cámbialo en su página.',
    },
    differsBelow: {
      cause: 'La fila {{row}} del mismo RUT dice «{{first}}».',
      instead: 'Escribe lo mismo, o déjala vacía.',
    },
    nameOfTheSii: {
      cause: 'El nombre lo da el SII.',
      instead: 'Escribe {{name}}, o déjala vacía.',
    },
    daysWrong: { cause: 'No son días.', instead: 'Escribe un número de 0 a {{max}}.' },
    partsFull: {
      cause: 'Un cliente puede tener {{limit}} direcciones y {{limit}} giros.',
      instead: 'Borra la fila.',
    },
    rowsOfClient: {
      cause: 'Hay {{count}} filas con este RUT y caben {{limit}}.',
      instead: 'Borra las filas repetidas.',
    },
    clientsFull: {
      cause: 'Una empresa puede tener {{limit}} clientes.',
      instead: 'Borra la fila.',
    },
    clientUnknown: {
      cause: 'No tienes un cliente con ese RUT.',
      instead: 'Agrégalo en la hoja de clientes.',
    },
    genderUnknown: { cause: 'No es un género.', instead: 'Escribe Femenino o Masculino.' },
    contactsFull: {
      cause: 'Un cliente puede tener {{limit}} contactos.',
      instead: 'Borra la fila.',
    },
    priceZero: { cause: 'El precio es cero.', instead: 'Escribe un precio mayor que cero.' },
    currencyInUse: {
      cause: 'Hay reglas o documentos que lo cobran en {{currency}}.',
      instead: 'Escribe {{currency}}. Para otra moneda, crea otro producto.',
    },
    productsFull: {
      cause: 'Una empresa puede tener {{limit}} productos.',
      instead: 'Borra la fila.',
    },
  },
}
