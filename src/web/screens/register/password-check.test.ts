import { describe, expect, it } from 'vitest'
import { checkPassword, firstProblem } from './password-check.ts'

describe('what is wrong with a registration', () => {
  const good = { email: 'ana@vina.cl', password: 'secreto', confirm: 'secreto' }

  it.each([
    [{ ...good, email: '  ', password: '' }, 'emailRequired'],
    [{ ...good, email: 'ana@vina', password: '' }, 'emailInvalid'],
    [{ ...good, email: 'a na@vina.cl' }, 'emailInvalid'],
    [{ ...good, password: '', confirm: '' }, 'passwordRequired'],
    [{ ...good, password: '12345', confirm: '' }, 'passwordShort'],
    [{ ...good, confirm: '' }, 'confirmRequired'],
    [{ ...good, confirm: 'secreta' }, 'mismatch'],
  ])("is told one at a time, in the specification's order: %j", (values, problem) => {
    expect(firstProblem(values)?.problem).toBe(problem)
  })

  it('is nothing at six characters: the rest is for the server to say', () => {
    expect(firstProblem({ ...good, password: '123456', confirm: '123456' })).toBeNull()
  })
})

describe('the checklist while typing', () => {
  it('shows nothing as met before anything is typed', () => {
    const { needs, better } = checkPassword('', '', '')
    expect([...Object.values(needs), ...Object.values(better)]).not.toContain(true)
  })

  it('knows what the server refuses: short, only digits, like the e-mail', () => {
    expect(checkPassword('1234567', '', '').needs).toMatchObject({
      length: false,
      notNumeric: false,
    })
    expect(checkPassword('valentina2026', '', 'valentina@vina.cl').needs.notEmail).toBe(false)
    expect(checkPassword('corralito azul', '', 'valentina@vina.cl').needs.notEmail).toBe(true)
  })

  it('counts Spanish letters as letters', () => {
    expect(checkPassword('Ñandú_99', '', '').better).toEqual({
      lower: true,
      upper: true,
      digit: true,
      symbol: true,
    })
    expect(checkPassword('ñandú', '', '').better).toMatchObject({ upper: false, symbol: false })
  })
})
