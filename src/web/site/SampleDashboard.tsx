import { showClp, showQuantity } from '#texts/formats.ts'
import { fill } from '#texts/translation.ts'
import { PATHS } from '#web/paths.ts'
import { IconCalendar, IconCircleCheck, IconFile, IconMail } from '#web/ui/icons.ts'
import { SALES_BY_DAY, SAMPLE_CLIENTS, SAMPLE_DOCUMENTS, SAMPLE_ROWS } from './sample.ts'
import { useSite } from './site-language.ts'
import classes from './SampleDashboard.module.css'

/** Where "Ver demo" leads: the product's panel with an invented week, and the way inside. */
export function SampleDashboard() {
  const { sample } = useSite().texts
  return (
    <section id="demo" className="band" aria-labelledby="demo-title">
      <div className="bandHead" data-enter="">
        <h2 id="demo-title">{sample.title}</h2>
        <p>{sample.lead}</p>
      </div>
      <div className={classes.panel} data-enter="">
        <div className={classes.head}>
          <strong>{sample.company}</strong>
          <span className={classes.mark}>{sample.mark}</span>
        </div>
        <dl className={classes.figures}>
          <Figure
            name={sample.income}
            value={showClp(SALES_BY_DAY.reduce((sum, one) => sum + one, 0))}
            note={sample.incomeNote}
          />
          <Figure
            name={sample.documents}
            value={String(SAMPLE_DOCUMENTS)}
            note={sample.documentsNote}
          />
          <Figure name={sample.clients} value={String(SAMPLE_CLIENTS)} note={sample.clientsNote} />
        </dl>
        <div className={classes.halves}>
          <Chart />
          <Activity />
        </div>
      </div>
      <Inside />
    </section>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  )
}

/** The tallest bar is as high as the chart. Read out with whole pesos, shown in thousands. */
function Chart() {
  const { sample } = useSite().texts
  const most = Math.max(...SALES_BY_DAY)
  const said = SALES_BY_DAY.map((sales, index) => `${sample.days[index]} ${showClp(sales)}`)
  return (
    <figure className={classes.half}>
      <figcaption>
        {sample.chart} <span>{sample.chartUnit}</span>
      </figcaption>
      <div
        className={classes.chart}
        role="img"
        aria-label={fill(sample.chartSays, { days: said.join(', ') })}
      >
        {SALES_BY_DAY.map((sales, index) => (
          <div key={sample.days[index]} className={classes.day}>
            <span className="num">
              {sales === 0 ? '' : showQuantity(String(Math.round(sales / 1000)))}
            </span>
            <i style={{ height: `${((sales / most) * 100).toFixed(1)}%` }} />
            <span>{sample.days[index]}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}

const STATE_ICONS = {
  paid: IconCircleCheck,
  sent: IconMail,
  issued: IconFile,
  planned: IconCalendar,
}

function Activity() {
  const { sample } = useSite().texts
  return (
    <div className={classes.half}>
      <h3>{sample.activity}</h3>
      <ul className={classes.rows}>
        {SAMPLE_ROWS.map(({ state, amount }, index) => {
          const Icon = STATE_ICONS[state]
          const row = sample.rows[index]
          return (
            <li key={state} className={classes.row}>
              <span className={classes.words}>
                <span className={classes.who}>{row?.who}</span>
                <span className={classes.what}>
                  {row?.what} · <span className="num">{row?.when}</span>
                </span>
              </span>
              <span className={classes.end}>
                <span className="num">{showClp(amount)}</span>
                <span className={classes.state} data-state={state}>
                  <Icon size={14} aria-hidden /> {sample.states[state]}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** In the demonstration a company to walk through; for real, one's own. */
function Inside() {
  const { sample } = useSite().texts
  return (
    <div className={classes.inside} data-enter="">
      <p className={classes.demonstration}>{sample.enterBody}</p>
      <a href={PATHS.login} className={`button ${classes.demonstration}`}>
        {sample.enter}
      </a>
      <p className={classes.real}>{sample.tryItBody}</p>
      <a href={PATHS.register} className={`button ${classes.real}`}>
        {sample.tryIt}
      </a>
    </div>
  )
}
