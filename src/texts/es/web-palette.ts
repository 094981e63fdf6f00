/** Ctrl+K: go anywhere, find anything, make something new. */
export const palette = {
  palette: {
    title: 'Buscar o ir a…',
    placeholder: 'Cliente, regla, documento o lugar',
    list: 'Resultados',
    groups: {
      create: 'Crear',
      go: 'Ir a',
      rules: 'Reglas',
      clients: 'Clientes',
      documents: 'Documentos',
    },
    issueOne: 'Emitir un documento',
    upload: 'Cargar un Excel de documentos',
    newRule: 'Crear una regla',
    newConnection: 'Agregar una conexión al SII',
    newMailbox: 'Conectar una cuenta de correo',
    clientPage: 'cliente',
    searching: 'Buscando documentos…',
    failed: 'No pudimos buscar documentos. Lo demás sí está.',
    nothing: 'Nada coincide con «{{text}}».',
    found_one: '{{count}} resultado',
    found_many: '{{count}} resultados',
    found_other: '{{count}} resultados',
  },
} as const
