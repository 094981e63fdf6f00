/** What the SII itself does differently for a while, whoever asks. */
export type Mood = 'refusesSignature' | 'changesPreview' | 'maintenance' | 'noPdf' | 'slowList'
