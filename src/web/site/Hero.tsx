import { PATHS } from '#web/paths.ts'
import { IconCheck, IconCircleCheck } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { sampleSheet } from '#web/ui/sheet/sample.ts'
import { particles } from './particles.ts'
import { useSite } from './site-language.ts'
import classes from './Hero.module.css'

export function Hero() {
  const { texts } = useSite()
  return (
    <section id="inicio" className={classes.hero} aria-labelledby="inicio-title">
      <Particles />
      <div className={classes.inner}>
        <div>
          <h1 className={classes.title} id="inicio-title">
            {texts.hero.title} <span>{texts.hero.accent}</span>
          </h1>
          <p className={classes.lead}>{texts.hero.lead}</p>
          <div className={classes.actions}>
            <a href={PATHS.register} className="button large">
              {texts.hero.start}
            </a>
            <a href="#demo" className="button large plain">
              {texts.hero.demo}
            </a>
          </div>
          <ul className={classes.facts}>
            {texts.hero.facts.map((fact) => (
              <li key={fact}>
                <IconCheck size={16} aria-hidden /> {fact}
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.paper} aria-hidden="true">
          <Sheet content={sampleSheet()} demonstration={false} label={texts.hero.sample} />
          <p className={classes.stamp}>
            <IconCircleCheck size={18} /> {texts.hero.sampleState}
          </p>
        </div>
      </div>
      <a href="#caracteristicas" className={classes.more}>
        {texts.hero.more}
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
        </svg>
      </a>
    </section>
  )
}

/** Twenty, decorative, each at its own pace. */
function Particles() {
  return (
    <div className={classes.particles} aria-hidden="true">
      {particles().map(({ key, ...style }) => (
        <i key={key} style={style} />
      ))}
    </div>
  )
}
