export const reaction = {
  reaction: {
    title: 'Respuesta del receptor',
    says: {
      none: 'Todavía no responde. Puede reclamarla hasta el {{day}}; si no lo hace, se da por aceptada.',
      accepted: 'Aceptó lo que dice la factura.',
      receipt: 'Acusó recibo de lo facturado.',
      claimed: 'La reclamó en el SII.',
      tacit: 'No la reclamó en sus 8 días: se da por aceptada y recibida.',
      paid: 'Figura como pagada al contado: así no se acepta ni se reclama.',
      other: 'El SII muestra una respuesta que no conocemos. Mírala en sii.cl.',
    },
    claims: {
      content: 'Reclamó lo que dice la factura.',
      partial: 'Reclamó que le falta una parte de lo facturado.',
      total: 'Reclamó que no recibió nada de lo facturado.',
    },
    means:
      'Lo hizo en los 8 días que le da la ley. Mientras siga reclamada, tu cliente no puede usar su IVA como crédito, y tú lo declaras igual.',
    todo: 'Habla con tu cliente. Si tiene razón, anúlala o rebájala con una nota de crédito. Si ya lo arreglaron, dala por resuelta.',
    nota: 'Hacer nota de crédito',
    settle: 'Ya está resuelto',
    settled: 'Diste el reclamo por resuelto el {{day}}.',
    changed: 'La respuesta cambió en el SII mientras la mirabas. Léela de nuevo.',
    failed: 'No se pudo guardar. Intenta de nuevo.',
    read: 'Leído del SII: {{when}}',
    history: 'Lo que hizo',
    events: {
      accepted: 'Aceptó el contenido',
      receipt: 'Acusó recibo',
      claimed: 'Reclamó',
      paid: 'Pagada al contado',
      other: 'Otra respuesta',
    },
    eventClaims: {
      content: 'Reclamó el contenido',
      partial: 'Reclamó una falta parcial',
      total: 'Reclamó una falta total',
    },
    seen: 'visto el {{day}}',
  },
} as const
