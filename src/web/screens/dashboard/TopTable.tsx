import { useTranslation } from 'react-i18next'
import { showClp, showRut } from '#texts/formats.ts'
import classes from './Analysis.module.css'

export interface TopRow {
  name: string
  identifier: string
  count: number
  total: number
}

/** The ten largest by what they come to. */
export function TopTable({
  title,
  party,
  none,
  rows,
}: {
  title: string
  party: string
  none: string
  rows: TopRow[]
}) {
  const { t } = useTranslation()
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.panelTitle}>{title}</h2>
      {rows.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <table className={classes.top}>
          <thead>
            <tr>
              <th scope="col">{party}</th>
              <th scope="col">{t('analysis.top.documents')}</th>
              <th scope="col">{t('analysis.top.total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, identifier, count, total }) => (
              <tr key={identifier}>
                <th scope="row">
                  <span className={classes.party} title={name}>
                    {name || t('analysis.top.unnamed')}
                  </span>
                  <span className={`${classes.rut} num`}>{showRut(identifier)}</span>
                </th>
                <td className="num">{count}</td>
                <td className="num" data-negative={total < 0 || undefined}>
                  {showClp(total)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
