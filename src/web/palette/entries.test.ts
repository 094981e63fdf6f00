import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { findEntries, MOST_IN_GROUP } from './entries.ts'

function entry(group: Entry['group'], label: string, also = ''): Entry {
  return { key: `${group} ${label}`, group, label, hint: '', to: '/', also }
}

const entries = [
  entry('documents', 'Factura N° 12'),
  entry('rules', 'Asesoría de Ñuble', 'Viña Los Robles 76.192.083-9'),
  entry('clients', 'Viña Los Robles', '76.192.083-9'),
  entry('go', 'Documentos'),
  entry('create', 'Crear una regla'),
]

describe('the palette', () => {
  it('offers what can be made and where one can go before anything is written', () => {
    expect(findEntries(entries, ' ').map(({ group }) => group)).toEqual(['create', 'go'])
  })

  it('finds without accents, case, dots or hyphens, group by group', () => {
    const found = (text: string) => findEntries(entries, text).map(({ label }) => label)
    expect(found('VINA')).toEqual(['Asesoría de Ñuble', 'Viña Los Robles', 'Factura N° 12'])
    expect(found('761920839')).toContain('Viña Los Robles')
    expect(found('robles vina')).toContain('Viña Los Robles')
  })

  it('keeps what the server found, by whatever it did', () => {
    expect(findEntries(entries, 'nada de esto').map(({ group }) => group)).toEqual(['documents'])
  })

  it('shows few of each', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry('rules', `Regla ${index}`))
    expect(findEntries(many, 'regla')).toHaveLength(MOST_IN_GROUP)
  })
})
