export const chargesCommand = {
  usage: 'Uso: npm run charges -- AAAA-MM [NÚMERO DE ORGANIZACIÓN]',
  noDatabase: 'Falta DATABASE_URL: la base de datos cuyos cobros se listan.',
  heading: [
    'organización',
    'nombre',
    'documentos',
    'correos',
    'pagos',
    'sin precio',
    'neto',
    'iva',
    'total',
  ],
}
