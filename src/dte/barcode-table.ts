// The three sets of bar patterns of PDF417 (ISO/IEC 15438, annex A), 929 each. A pattern has 17 modules and always
// begins with a bar and ends with a space: the 15 between are kept, two bytes each.
const PATTERNS = Buffer.from(
  [
    'auB1eHq+anB1PHqfVGBqOFQwKCBUGCgQVuBreHW+VnBrPHWfLGBWOCwwLuBXeGu+LnBXPGufLjhXHi94V74vPFefL756',
    '/WlwdLx6X1JgaTh0nlIwaRwkIFIYaQ4kEFIMJAhTcGm8dN8mYFM4aZ4mMFMcaY8mGFMOJ3BTvGnfJzhTniccU48nvFPf',
    'J54nj1FgaLh0XlEwaJx0TyIgURhojiIQUQwiCCIEI2BRuGjeIzBRnGjPIxhRjiMMIwYjuFHeI5xRzyOOI95QsGhcdC8h',
    'IFCYaE4hEFCMaEchCFCGIQRQgyGwUNxobyGYUM4hjFDHIYYhg1DvIccgoFBYaC4gkFBMaCcgiFBGIIRQQyCCINggzCDG',
    'IFBoF1AmUCMgQWVwcrx5X0pgZThynkowZRxyjxQgShgUEEtwZbxy3xZgSzhlnhYwSxwWGBYMF3BLvGXfFzhLnhccFw4X',
    'vEvfF54X321gdrh7Xm0wdpx7T1ogbRh2jloQbQx2h1oIbQZJYGS4cl5bYEkwZJxyT1swbZx2zzYgEhBJDGSHNhBbDDYI',
    'E2BJuGTeN2ATMEmcZM83MFucbc83GBMMNwwTuEneN7gTnEnPN5xbzzeOE9433hPPN89ssHZcey9ZIGyYdk5ZEGyMdkdZ',
    'CGyGWQRZAkiwZFxyL1mwSJhkTjMgERBszmRHMxARCEiGMwhZhkiDEQIRsEjcZG8zsBGYSM4zmFnOSMczjBGGEYMR3Ejv',
    'M9wRzjPOEcczxzPvWKBsWHYuWJBsTHYnWIhsRliEbENYgliBEKBIWGQuMaAQkEhMZCcxkFjMbGcxiBCESEMxhFjDMYIQ',
    '2EhuMdgQzEhnMcxY5zHGEMMxwzHuMedYUGwsdhdYSGwmWERsI1hCWEEQUEgsZBcw0BBISCYwyFhmSCMwxBBCMMIQQRBs',
    'MOww5jDjbBZsE1ghSBYQJDBkMGIwYUVgYrhxXkUwYpwKIEUYYo4KEEUMCggKBAtgRbhi3gswRZxizwsYRY4LDAsGC7hF',
    '3gucRc8LjgveC89msHNcea9NIGaYc05NEGaMc0dNCGaGTQRmg0SwYlxxL02wRJhiThsgCRBmzmJHGxBNjESGGwgJBBsE',
    'CbBE3GJvG7AJmGbvG5hNzkTHG4wJhhuGCdxE7xvcCc4bzgnHCe8b726gd1h7rm6Qd0x7p26Id0ZuhHdDboJMoGZYcy5d',
    'oEyQd25zJ12Qbsx3Z12ITIRmQ12EbsNMgQigRFhiLhmgCJBETGInO6AZkEzMZmc7kF3MbudEQzuIGYRMwzuECIEI2ERu',
    'GdgIzERnO9gZzEznO8xd5wjDGcMI7hnuCOc77hnnblB3LHuXbkh3Jm5EdyNuQm5BTFBmLHMXXNBMSHc3XMhuZmYjXMRM',
    'QlzCTEFcwQhQRCxiFxjQCEhEJjnQGMhMZkQjOchc5ghCOcQYwghBGMEIbEQ3GOwIZjnsGOYIYznmGOMIdzn3bih3Fm4k',
    'dxNuIm4hTChmFlxoTCRmE1xkbjNcYkwhXGEIKEQWGGgIJEQTOOgYZEwzOORccwghOOIYYTjhGHY49jjzdwtuEWYLTBJM',
    'EQgUGDQ4dAgRGDFCsAUgQpgFEEKMYUcFCEKGBQRCgwWwQtxhbwWYQs4FjELHBYYFgwXcQu8FzgXHBe9GoGNYca5GkGNM',
    'RohjRkaEY0NGggSgQlhhLg2gBJBjbmEnDZBGzGNnDYgEhEJDDYRGwwSBBNhCbg3YBMxCZw3MRucNxgTDBO4N7gTnDedn',
    'UHOseddnSHOmZ0Rzo2dCZ0FGUGMsTtBGSGMmTshnZmMjTsRGQk7CRkFOwQRQQiwM0ARIYzcd0AzIRmZCIx3ITuYEQh3E',
    'DMIEQQzBBGxCNwzsBGYd7AzmBGMd5gzjBHcM9x33d6h71neke9N3onehZyhzlm9od7Zzk29kd7NvYmchb2FGKGMWTmhG',
    'JGMTXuhOZGczXuRvc0YhXuJOYV7hBChCFgxoBCRCExzoDGRGMz3oHOROcwQhPeRe8wxhPeIENgx2BDMc9gxzPfYc8z3z',
    'd5R7y3eSd5FnFHOLbzR3m28yZxFvMUYUYwtONEYSXnROMkYRXnJOMV5xBBRCCww0RhscdAwyBBE89BxyDDE88hxxPPEM',
    'Ozz7d4lvGm8ZThpeOl45DBocOjx6PHkCoAKQQUwCiAKEAoIC2ALMAsYCwwLuAudDUENIYaZDRGGjQ0JDQQJQQSwG0ENs',
    'QSYGyENmBsRDYwbCAkEGwQJsQTcG7EN3BuYCYwbjAncG92OoY6RjomOhQyhHaGO2YZNHZGOzR2JDIUdhAigGaAIkQRMO',
    '6AZkAiIO5AZiAiEO4gZhAjYGdgIzDvYGcw7zc9Rz0nPRY5RntHPbZ7JjkWexQxRhi0c0Y5tPdEcyQxFPckcxT3ECFEEL',
    'BjRDGw50BjICER70DnIGMR7yDnECGwY7Dnse+3vqe+lzynfac8l32WOKZ5pjiW+6Z5lvuUMKRxpDCU86RxlfenqwfVx1',
    'IHqYfU51EHqMfUd1CHqGdQR6g3UCdbB63H1vayB1mHrOaxB1jHrHawh1hmsEdYNrAmuwddx671cga5h1zlcQa4x1x1cI',
    'a4ZXBGuDVwJXsGvcde8vIFeYa84vEFeMa8cvCFeGLwRXgy+wV9xr7y+YV84vjFfHL4Yv3FfvL84vx3Sgelh9LnSQekx9',
    'J3SIekZ0hHpDdIJ0gWmgdNh6bmmQdMx6Z2mIdMZphHTDaYJpgVOgadh07lOQacx051OIacZThGnDU4JTgSegU9hp7ieQ',
    'U8xp5yeIU8YnhFPDJ4In2FPuJ8xT5yfGJ8Mn7ifndFB6LH0XdEh6JnREeiN0QnRBaNB0bHo3aMh0ZmjEdGNowmjBUdBo',
    '7HR3Ucho5lHEaONRwlHBI9BR7Gj3I8hR5iPEUeMjwiPBI+xR9yPmI+Mj93QoehZ0JHoTdCJ0IWhodDZoZHQzaGJoYVDo',
    'aHZQ5GhzUOJQ4SHoUPYh5FDzIeIh4SH2IfN0FHoLdBJ0EWg0dBtoMmgxUHRoO1ByUHEg9FB7IPIg8XQKdAloGmgZUDpQ',
    'OXKgeVh8rnKQeUx8p3KIeUZyhHlDcoJygWWgcth5bmWQcsx5Z2WIcsZlhHLDZYJlgUugZdhy7kuQZcxy50uIZcZLhGXD',
    'S4JLgRegS9hl7heQS8xl5xeIS8YXhEvDF4IX2EvuF8xL5xfGF8MX7hfne1B9rDX4e0h9pjT8e0R9ozR+e0J7QXJQeSx8',
    'l3bQckh9t3bIe2Z5I3bEckJ2wnJBdsFk0HJseTdt0GTIcmZtyHbmcmNtxGTCbcJkwW3BSdBk7HJ3W9BJyGTmW8ht5mTj',
    'W8RJwlvCScFbwRPQSexk9zfQE8hJ5jfIW+ZJ4zfEE8I3whPBE+xJ9zfsE+Y35hPjN+MT93sofZYy/HskfZMyfnsiMj97',
    'IXIoeRZ2aHIkeRN2ZHszdmJyIXZhZGhyNmzoZGRyM2zkdnNs4mRhbOFI6GR2WehI5GRzWeRs81niSOFZ4RHoSPYz6BHk',
    'SPMz5FnzM+IR4TPhEfYz9hHzM/N7FH2LMX57EjE/exFyFHkLdjR7G3YychF2MWQ0chtsdGQybHJkMWxxSHRkO1j0bHtY',
    '8khxWPEQ9Eh7MfQQ8jHyEPEx8RD7Mft7CjC/ewlyCnYacgl2GWQabDpkGWw5SDpYekg5WHkQejD6EHkw+XsFcgV2DWQN',
    'bB1IHVg9cVB4rHxXcUh4pnFEeKNxQnFBYtBxbHi3YshxZmLEcWNiwmLBRdBi7HF3Rchi5kXEYuNFwkXBC9BF7GL3C8hF',
    '5gvEReMLwgvBC+xF9wvmC+ML93mofNYa/HmkfNMafnmiGj95oXEoeJZzaHEkeJNzZHmzc2JxIXNhYmhxNmboYmRxM2bk',
    'c3Nm4mJhZuFE6GJ2TehE5GJzTeRm803iROFN4QnoRPYb6AnkRPMb5E3zG+IJ4RvhCfYb9gnzG/N91Dr4XX590jp8XT99',
    '0To+Oh95lHzLGX57tH3bO34ZP3uyeZE7P3uxcRR4i3M0cRJ3dHu7cRF3cnMxd3FiNHEbZnRiMm70ZnJiMW7yZnFu8UR0',
    'YjtM9ERyXfRM8kRxXfJM8V3xCPREexn0CPI79BnyCPE78hnxO/EI+xn7fco5fFy/fck5PjkfeYoYv3uaeYk5v3uZcQpz',
    'GnEJdzpzGXc5YhpmOmIZbnpmOW55RDpMekQ5XPpMeVz5CHoY+gh5OfoY+Tn5fcU4vjifeYV7jXEFcw13HWINZh1uPUQd',
    'TD1cfQg9GH04/ThfcKh4VnCkeFNwonChYWhwtmFkcLNhYmFhQuhhdkLkYXNC4kLhBehC9gXkQvMF4gXhBfYF83jUfGsN',
    'fnjSDT940XCUeEtxtHCScbJwkXGxYTRwm2N0YTJjcmExY3FCdGE7RvRCckbyQnFG8QT0QnsN9ATyDfIE8Q3xBPsN+3zq',
    'HXxOv3zpHT4dH3jKDL952njJHb952XCKcZpwiXO6cZlzuWEaYzphGWd6YzlneUI6RnpCOU76RnlO+QR6DPoEeR36DPkd',
    '+T14Xr49PF6fPR49D3zlHL597T2+HJ89n3jFec173XCFcY1znXe9YQ1jHWc9b31CHUY9Tn1e/QQ9DH0c/Ty8Xl88njyP',
    'HF883zxePE88L3BUcFJwUWC0cFtgsmCxQXRgu0FyQXEC9EF7AvIC8QL7eGoGv3hpcEpw2nBJcNlgmmG6YJlhuUE6Q3pB',
    'OUN5AnoG+gJ5Bvl8dQ6+Dp94ZXjtcEVwzXHdYI1hnWO9QR1DPUd9Aj0GfQ79HrxPXx6eHo8OXx7fPrhfXj6cX08+jj6H',
    'Hl4+3h5PPs8+XF8vPk4+Rx4vPm8+Lj4nPhdgWmBZQLpAuQF6AXlwbWBNYN1AnUG9AT0DfQdfD14PTx9cT68fTh9HDy8f',
    'bz9YX64/TF+nP0Y/Qx8uP24fJz9nPyxflz8mPyMfFz83PxY/EwevD64Ppx+sT9cfph+jD5cftx+WH5NV8Gr8KeBU+Gp+',
    'KPBUfGo/KHhUPig8fWgt8Fb8fWQs+FZ+fWIsfFY/fWEsPnrofXYu/HrkfXMufnriLj964XXoevZ15HrzdeJ14WvodfZr',
    '5HXza+Jr4Vfoa/ZX5GvzV+Il4FL4aX4k8FJ8aT8keFI+JDxSHyQefTQm+FN+fTImfFM/fTEmPiYfenR9Oyd+enInP3px',
    'dPR6e3TydPFp9HT7afJp8VP0aftT8lPxIvBRfGi/InhRPiI8UR8iHiIPfRojfFG/fRkjPiMfejojv3o5dHp0eWj6aPlR',
    '+lH5IXhQviE8UJ8hHiEPfQ0hviGfeh10PWh9ILxQXyCeII8g3yBeIE8V4Er4ZX4U8Ep8ZT8UeEo+FDxKHxQefLQW+Et+',
    'fLIWfEs/fLEWPhYfeXR8uxd+eXIXP3lxcvR5e3LycvFl9HL7ZfJl8Uv0ZftL8kvxWvBtfHa/NOBaeG0+NHBaPG0fNDha',
    'HjQcWg80DhLwSXxkvzbwEnhJPjZ4Wz5JHzY8Eh42HhIPNg98mhN8Sb99unyZN3wTPn25Nz4THzcfeToTv3t6eTk3v3t5',
    'cnp2+nJ5dvlk+m36ZPlt+Un6Sfky4Fl4bL4ycFk8bJ8yOFkeMhxZDzIOMgcReEi+M3gRPEifMzxZnzMeEQ8zD3yNEb59',
    'nTO+EZ8zn3kdez1yPXZ9ZH1s/Uj9MXBYvGxfMThYnjEcWI8xDjEHELxIXzG8EJ4xnhCPMY8Q3zHfMLhYXjCcWE8wjjCH',
    'EF4w3hBPMM8wXFgvME4wRxAvMG8wLjAnCvBFfGK/CnhFPgo8RR8KHgoPfFoLfEW/fFkLPgsfeLoLv3i5cXpxeWL6YvlF',
    '+kX5GuBNeGa+GnBNPGafGjhNHhocTQ8aDhoHCXhEvht4CTxEnxs8TZ8bHgkPGw98TQm+fN0bvgmfG594nXm9cT1zfWJ9',
    'Zv1E/V1wbrx3XzpgXThunjowXRxujzoYXQ46DF0HOgYZcEy8Zl87cBk4TJ47OF2eTI87HBkOOw4ZBzsHCLxEXxm8CJ47',
    'vBmeCI87nhmPO48I3xnfO985YFy4bl45MFycbk85GFyOOQxchzkGOQMYuExeObgYnExPOZxczzmOGIc5hwheGN4ITzne',
    'GM85zziwXFxuLziYXE44jFxHOIY4gxhcTC843BhOOM4YRzjHCC8YbzjvOFhcLjhMXCc4RjhDGC44bhgnOGc4LFwXOCY4',
    'IxgXODc4FjgTBXhCvgU8Qp8FHgUPBb4Fn3hdcL1hfUL9DXBGvGNfDThGng0cRo8NDg0HBLxCXw28BJ4NngSPDY8E3w3f',
    'HWBOuGdeHTBOnGdPHRhOjh0MTocdBh0DDLhGXh24DJxGTx2cDI4djgyHHYcEXgzeBE8d3gzPHc9esG9cd689IF6Yb049',
    'EF6Mb0c9CF6GPQRegz0CHLBOXGcvPbAcmE5OPZhezk5HPYwchj2GHIM9gwxcRi8c3AxOPdwczgxHPc4cxz3HBC8Mbxzv',
    'Pe88oF5Yby48kF5Mbyc8iF5GPIReQzyCPIEcWE4uPNgcTE4nPMxeZzzGHEM8wwwuHG4MJzzuHGc85zxQXixvFzxIXiY8',
    'RF4jPEI8QRwsThc8bBwmPGYcIzxjDBccNzx3PCheFjwkXhM8IjwhHBY8NhwTPDM8FF4LPBI8ERwLPBsCvEFfAp4CjwLf',
    'BrhDXgacQ08GjgaHAl4G3gJPBs8OsEdcY68OmEdODoxHRw6GDoMGXEMvDtwGTg7OBkcOxwIvBm8O7x6gT1hnrh6QT0xn',
    'px6IT0YehE9DHoIegQ5YRy4e2A5MRycezE9nHsYOQx7DBi4ObgYnHu4OZx7nX1BvrHfXX0hvpl9Eb6NfQl9BHlBPLGeX',
    'PtAeSE8mPshfZk8jPsQeQj7CHkE+wQ4sRxcebA4mPuweZg4jPuYeYz7jBhcONx53PvdfKG+WXyRvk18iXyEeKE8WPmge',
    'JE8TPmRfMz5iHiE+YQ4WHjYOEz52HjM+c18Ub4tfEl8RHhRPCz40HhI+Mh4RPjEOCx4bPjtfCl8JHgo+Gh4JPhkBXgFP',
    'A1xBrwNOA0cBLwNvB1hDrgdMQ6cHRgdDAy4HbgMnB2cPUEesY9cPSEemD0RHow9CD0EHLEOXD2xHtw9mByMPYwMXBzcP',
    'd0+oZ9ZPpGfTT6JPoQ8oR5YfaE+2R5MfZA8iH2IPIR9hBxYPNgcTH3YPMx9zb9R362/Sb9FPlGfLX7RPkl+yT5FfsQ8U',
    'R4sfNA8SP3QfMg8RP3IfMT9xBwsPGx87P3tvym/JT4pfmk+JX5kPCh8aDwk/Oh8ZPzlvxU+FX40PBR8NPx0BrgGnA6xB',
    '1wOmA6MBlwO3B6hD1gekQ9MHogehA5YHtgOTB7NH1GPrR9JH0QeUQ8sPtEfbD7IHkQ+xA4sHmw+7Z+pn6UfKT9pHyU/Z',
    'B4oPmgeJH7oPmR+5Z+VHxU/NB4UPjR+dAdYB0wPUQesD0gPRAcsD20PqQ+kDygfaA8kH2WP1',
  ].join(''),
  'base64',
)

const MODULES = 17
const VALUES = 929

export const WIDTHS_PER_CODEWORD = 8

/**
 * Writes the widths of the four bars and four spaces of a codeword's value, bar first, into a row. The set is the
 * row's number modulo 3.
 */
export function placeCodeword(set: number, value: number, row: Uint8Array, at: number): void {
  if (!(value >= 0 && value < VALUES)) throw new RangeError(`No PDF417 pattern for ${value}`)
  const first = (set * VALUES + value) * WIDTHS_PER_CODEWORD
  for (let i = 0; i < WIDTHS_PER_CODEWORD; i++) row[at + i] = ALL_WIDTHS[first + i] ?? 0
}

/** Side by side, which is quicker to copy from than an array for each. */
const ALL_WIDTHS = Uint8Array.from(
  Array.from({ length: 3 * VALUES }, (_, index) => {
    const middle = PATTERNS.readUInt16BE(2 * index)
      .toString(2)
      .padStart(MODULES - 2, '0')
    return runLengths(`1${middle}0`)
  }).flat(),
)

function runLengths(modules: string): number[] {
  return Array.from(modules.match(/1+|0+/g) ?? [], (run) => run.length)
}
