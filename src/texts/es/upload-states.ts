/** What became of a document that was ordered from a file, on its screen and in the annotated file. */
export const uploadStates = {
  /** Whatever its state, while it waits for its person. */
  asks: 'Te espera',
  ordering: 'Por preparar',
  planned: 'Planificado',
  waiting: 'Por emitir',
  needs_data: 'Falta un dato',
  queued: 'En cola',
  issuing: 'Emitiendo',
  uncertain: 'Por confirmar',
  issued: 'Emitido',
  failed: 'No emitido',
  refused: 'No emitido',
  skipped: 'Cancelado',
  cancelled: 'Cancelado',
  annulled: 'Anulado',
}
