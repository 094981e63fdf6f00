import { expect, test } from 'vitest'
import { visibleText } from './html.ts'
import { withoutHidden } from './hidden.ts'

const read = (html: string) => visibleText(withoutHidden(html))

test.each([
  ['attribute', '<div hidden>no</div>'],
  ['style', '<div style="color:red; DISPLAY : none">no</div>'],
  ['visibility', '<p style="visibility:hidden">no</p>'],
  ['reader’s attribute', '<span aria-hidden="true">no</span>'],
  ['dialog', '<div class="modal fade" role="dialog"><div>no</div>no</div>'],
])('what its %s hides is left out', (_, html) => {
  expect(read(`before ${html} after`).replaceAll('\n', ' ')).toBe('before after')
})

test.each([
  ['a shown dialog', '<div class="modal fade in">yes</div>'],
  ['another shown dialog', '<div class="modal show">yes</div>'],
  ['a class that only sounds like one', '<div class="modal-body">yes</div>'],
  ['another style', '<div style="display:block" aria-hidden="false">yes</div>'],
  ['an element that never closes', '<div hidden>yes'],
  ['a cell, which may never close', '<td hidden>yes</td>'],
])('%s stays', (_, html) => {
  expect(read(html)).toBe('yes')
})

test('a script inside stays, because it runs', () => {
  const html = `a<div hidden>b<script>alert('c')</script>d</div>e`
  expect(withoutHidden(html)).toBe(`a<div hidden><script>alert('c')</script>e`)
})
