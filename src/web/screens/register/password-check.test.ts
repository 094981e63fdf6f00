import { describe, expect, it } from 'vitest'
import { passwordProblems } from '#domain/password.ts'
import { checkPassword, firstProblem, lackingNeed } from './password-check.ts'

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

  it('is nothing at six characters: the rest is for the rules of the server', () => {
    expect(firstProblem({ ...good, password: '123456', confirm: '123456' })).toBeNull()
  })
})

describe('the checklist while typing', () => {
  const check = (password: string, email = '') =>
    checkPassword(password, '', passwordProblems(password, email))

  it('shows nothing as met before anything is typed', () => {
    const { needs, better } = check('')
    expect([...Object.values(needs), ...Object.values(better)]).not.toContain(true)
  })

  it('shows nothing as met while what the server refuses is unknown', () => {
    expect(Object.values(checkPassword('Cuncuna-43-verde', '', null).needs)).not.toContain(true)
  })

  it('knows what the server refuses: short, only digits, like the e-mail, common', () => {
    expect(check('1234567').needs).toMatchObject({ length: false, notNumeric: false })
    expect(check('valentina2026', 'valentina@vina.cl').needs.notEmail).toBe(false)
    expect(check('corralito azul', 'valentina@vina.cl').needs.notEmail).toBe(true)
    expect(check('password').needs).toMatchObject({ length: true, notCommon: false })
    expect(check('Cuncuna-43-verde').needs).toMatchObject({ notCommon: true })
  })

  it('names the first thing that a password lacks', () => {
    expect(lackingNeed(passwordProblems('password', ''))).toBe('notCommon')
    expect(lackingNeed(passwordProblems('Cuncuna-43-verde', ''))).toBeNull()
    expect(lackingNeed(null)).toBeNull()
  })

  it('counts Spanish letters as letters', () => {
    expect(check('Ñandú_99').better).toEqual({
      lower: true,
      upper: true,
      digit: true,
      symbol: true,
    })
    expect(check('ñandú').better).toMatchObject({ upper: false, symbol: false })
  })
})
